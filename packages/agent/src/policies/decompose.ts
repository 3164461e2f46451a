import type { AgentContext, AgentPolicy, AgentState, SubQuestion } from "@psi/core";
import { removeMarks, splitReply, toOneLine } from "@psi/core/model-text";
import { isNotMentioned } from "../not-mentioned.js";
import { fitRequest } from "../prompts/fit-request.js";
import { showLine } from "../prompts/show-line.js";
import { partPrompt, planPrompt } from "../prompts/stepwise-prompt.js";
import { stepwiseWords } from "../prompts/stepwise-words.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { parseReply } from "../reply/parse-reply.js";
import { answerNow } from "./answer-now.js";
import { emptyQuestion } from "./empty-question.js";
import { type ModelPolicyOptions, type ModelSettings, modelSettings } from "./model-options.js";

/** More parts than a question has: what stands behind them in a plan is chatter. */
const MOST_PARTS = 6;
/** The most characters of a part that is asked. */
const SHOWN = 1_000;

/**
 * Plans first: the model takes the question apart into questions that each one document answers; those whose
 * references ("#1") are answered are looked up together, one round; their answers go into the next ones; at
 * last the question itself is answered with all that was found. One model call for the plan, one for each
 * part, one for the answer.
 *
 * @throws PsiError `invalid-option`
 */
export function decompose(model: AgentModel, options: ModelPolicyOptions = {}): AgentPolicy {
  const settings = modelSettings(model, options);
  return {
    name: "decompose",
    async decide(state, context) {
      context.signal?.throwIfAborted();
      const { question, retrievalsLeft, actions } = state;
      if (question.trim() === "") return emptyQuestion();
      const last = actions.findLast((action) => action.kind === "retrieve");
      const before = last?.plan;
      const { plan, notes } =
        before === undefined
          ? await planned(question, model, settings, context)
          : await answered(before, state, model, settings, context);
      const open = ready(plan);
      if (open.length > 0 && retrievalsLeft > 0) {
        const queries = open.map((at) => filled(plan, at));
        const prompt = planPrompt(settings.languageFor(question)).name;
        return { kind: "retrieve", queries, plan, prompt, notes };
      }
      const lines = plan.flatMap((part, at) =>
        part.answer === undefined ? [] : [`${filled(plan, at)} ${part.answer}`],
      );
      const known = { heading: "partsAnswered", lines } as const;
      const answer = await answerNow({
        state,
        task: "last-round",
        known,
        model,
        settings,
        context,
      });
      return { ...answer, notes: [...new Set([...notes, ...(answer.notes ?? [])])] };
    },
  };
}

/** A plan as far as it is answered, and what a reader of the trace should know of the replies. */
interface Planned {
  readonly plan: readonly SubQuestion[];
  readonly notes: readonly string[];
}

/** A number or a bullet before a part. */
const NUMBERED = /^[\s*]*(?:\d{1,2}\s*[.)、:：．]|[-•])\s*/;

/** The parts of a question; itself alone where the model names none. */
async function planned(
  question: string,
  model: AgentModel,
  { room, languageFor }: ModelSettings,
  context: AgentContext,
): Promise<Planned> {
  const prompt = planPrompt(languageFor(question));
  const { messages } = fitRequest(prompt, { question, asked: [], retrievalsLeft: 0 }, [], room);
  const reply = await context.invoke(model, messages);
  const { text, notes } = splitReply(reply);
  const named = partsIn(text);
  const read = named.length === 0 ? parseReply(reply) : undefined;
  // A plan may be written as a list in JSON.
  const parts = read?.kind === "retrieve" ? read.queries : named;
  const plan = (parts.length === 0 ? [question] : parts.slice(0, MOST_PARTS)).map((part) => ({
    question: part,
  }));
  return { plan, notes };
}

/** The numbered lines of a plan; its questions where it has none. */
function partsIn(plan: string): readonly string[] {
  const lines = plan.split("\n");
  const numbered = lines.filter((line) => NUMBERED.test(line));
  const asking = numbered.length > 0 ? numbered : lines.filter((line) => /[?？؟]\s*$/.test(line));
  return asking
    .map((line) => line.replace(NUMBERED, "").replace(/\*+/g, "").trim())
    .filter((line) => line !== "");
}

/** The parts that were looked up in the last round, with their answers. */
async function answered(
  plan: readonly SubQuestion[],
  { question, evidence }: AgentState,
  model: AgentModel,
  { room, languageFor }: ModelSettings,
  context: AgentContext,
): Promise<Planned> {
  const language = languageFor(question);
  const prompt = partPrompt(language);
  const parts = [...plan];
  const notes: string[] = [];
  // They do not depend on one another.
  const asked = ready(plan).map(async (at) => {
    // What models wrote before is one line here: it may repeat what a passage asked them to write.
    const request = { question: showLine(filled(plan, at), SHOWN), asked: [], retrievalsLeft: 0 };
    const fitted = fitRequest(prompt, request, evidence, room);
    const read = parseReply(await context.invoke(model, fitted.messages));
    const text = toOneLine((read.kind === "retrieve" ? "" : read.text).split("\n")[0] ?? "");
    const answer = text === "" || isNotMentioned(text) ? stepwiseWords[language].unknown : text;
    parts[at] = { question: (plan[at] as SubQuestion).question, answer };
    notes.push(...fitted.notes, ...(read.notes ?? []));
  });
  await Promise.all(asked);
  return { plan: parts, notes: [...new Set(notes)] };
}

/** The open parts all of whose references are answered. One that refers to itself or to none waits for nothing. */
function ready(plan: readonly SubQuestion[]): readonly number[] {
  return [...plan.keys()].filter((at) => {
    const { question, answer } = plan[at] as SubQuestion;
    if (answer !== undefined) return false;
    return references(question).every((to) => to >= at || plan[to]?.answer !== undefined);
  });
}

/** The parts, from 0, that a question refers to. */
function references(question: string): readonly number[] {
  return [...question.matchAll(/#(\d{1,2})/g)].map(([, number]) => Number(number) - 1);
}

/** A part with the answers it refers to, without marks of passages. */
function filled(plan: readonly SubQuestion[], at: number): string {
  return (plan[at] as SubQuestion).question.replace(/#(\d{1,2})/g, (mark, number: string) => {
    const answer = plan[Number(number) - 1]?.answer;
    return answer === undefined ? mark : removeMarks(answer).trim();
  });
}
