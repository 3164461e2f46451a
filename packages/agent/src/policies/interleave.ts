import {
  type AgentAction,
  type AgentContext,
  type AgentPolicy,
  type AgentState,
  sentences,
} from "@psi/core";
import { removeMarks, splitReply } from "@psi/core/model-text";
import { fitRequest } from "../prompts/fit-request.js";
import { nextSentencePrompt } from "../prompts/stepwise-prompt.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { askedBefore } from "../protocol/asked-before.js";
import { parseReply } from "../reply/parse-reply.js";
import { queryList } from "../reply/query-list.js";
import { answerNow } from "./answer-now.js";
import { emptyQuestion } from "./empty-question.js";
import { type ModelPolicyOptions, type ModelSettings, modelSettings } from "./model-options.js";

/** "So the answer is: …", in both languages, at the start of a line. */
const CONCLUSION =
  /^[\s\-*]*(?:(?:(?:so|thus|therefore|hence),? )?the (?:final )?answer is\b|(?:所以|因此)?答案是)/i;
/** As much of a line as is looked at for that. */
const HEAD = 200;

/**
 * Retrieval interleaved with reasoning (IRCoT, Trivedi et al. 2023): the model writes the next sentence of its
 * reasoning, the sentence is looked up, and so on until it concludes; then it answers with all that was
 * found. Two model calls for a conclusion, one for each sentence before.
 *
 * @throws PsiError `invalid-option`
 */
export function interleave(model: AgentModel, options: ModelPolicyOptions = {}): AgentPolicy {
  const settings = modelSettings(model, options);
  return {
    name: "interleave",
    async decide(state, context) {
      context.signal?.throwIfAborted();
      const { question, rounds, retrievalsLeft, actions } = state;
      if (question.trim() === "") return emptyQuestion();
      if (rounds.length === 0 && retrievalsLeft > 0)
        return { kind: "retrieve", queries: [question] };
      const soFar = actions.flatMap(({ thought }) => (thought === undefined ? [] : [thought]));
      const next =
        retrievalsLeft > 0 && (await nextSentence(state, soFar, model, settings, context));
      if (next) return next;
      const known = { heading: "soFar", lines: soFar } as const;
      return answerNow({ state, task: "last-round", known, model, settings, context });
    },
  };
}

/** The sentence to look up; undefined when the model concludes, repeats itself or says nothing. */
async function nextSentence(
  { question, rounds, evidence, retrievalsLeft }: AgentState,
  soFar: readonly string[],
  model: AgentModel,
  { room, languageFor }: ModelSettings,
  context: AgentContext,
): Promise<AgentAction | undefined> {
  const asked = rounds.flatMap(({ queries }) => queries);
  const prompt = nextSentencePrompt(languageFor(question), soFar);
  const { messages, notes } = fitRequest(
    prompt,
    { question, asked: [], retrievalsLeft },
    evidence,
    room,
  );
  const reply = await context.invoke(model, messages);
  const { text, notes: cut } = splitReply(reply);
  if (text === "" || concludes(text) || parseReply(reply).kind === "answer") return undefined;
  const { start, end } = sentences(text)[0] ?? { start: 0, end: text.length };
  const thought = text
    .slice(start, end)
    .replace(/^[\s\-*]+/, "")
    .trim();
  // Marks of passages mean nothing to a search.
  const { queries, notes: long } = queryList([removeMarks(thought)]);
  const [query] = queries;
  if (query === undefined || askedBefore(asked)(query)) return undefined;
  const all = [...notes, ...cut, ...long];
  return { kind: "retrieve", queries, thought, prompt: prompt.name, notes: all };
}

function concludes(text: string): boolean {
  return text.split("\n").some((line) => CONCLUSION.test(line.slice(0, HEAD)));
}
