import { type AgentAction, type AgentContext, type ModelReply, PsiError } from "@psi/core";
import type { AnswerLength } from "../answer-length.js";
import { NOT_MENTIONED, NOT_MENTIONED_ZH } from "../not-mentioned.js";
import type { Language } from "../prompts/language-of.js";
import { type Message, type Prompt, type PromptTask, promptFor } from "../prompts/prompt-for.js";
import type { AskAgainReason, Protocol } from "../prompts/prompt-words.js";
import { abstention } from "../reply/abstention.js";
import { parseReply } from "../reply/parse-reply.js";
import type { ParsedReply } from "../reply/parsed-reply.js";
import { whole } from "../reply/plain-line.js";
import type { AgentModel } from "./agent-model.js";
import { firstLine } from "./first-line.js";
import { replyShown } from "./reply-shown.js";

/** What to ask for, and how. */
export interface ActionRequest {
  readonly model: AgentModel;
  readonly task: PromptTask;
  readonly answerLength: AnswerLength;
  readonly language: Language;
  /** The messages for a prompt: passages fitted to what it leaves of the window. */
  readonly messages: (prompt: Prompt) => readonly Message[];
  /** Whether a query was looked up before: such queries are not asked for again. */
  readonly wasAsked: (query: string) => boolean;
}

/** What a model wants: never a retrieval where the task leaves none. */
export type Asked = AgentAction & { readonly prompt: string; readonly notes: readonly string[] };

type Ready = Extract<ParsedReply, { kind: "answer" | "retrieve" }>;
type Judged =
  | { readonly ready: Ready }
  | { readonly reason: AskAgainReason; readonly notes: readonly string[] };

const WHY: Readonly<Record<AskAgainReason, string>> = {
  empty: "it was empty",
  "only-thoughts": "it was nothing but a thought",
  "no-verb": "it was neither an answer nor a query",
  "nothing-behind-verb": "the answer or the query itself was missing",
  "unknown-tool": "it called a tool that there is not",
  "must-answer": "it asked for a retrieval where none is left",
  "asked-before": "it asked only for what was looked up before",
};

/**
 * Asks a model for its next action, in one protocol. What cannot be taken is asked for once more, with the
 * reason; then an answer is made of what there is, and notes say so. Where both
 * replies ask only for what was looked up before, the answer is asked for. Four calls at most.
 *
 * @throws what `context.invoke` throws; PsiError `invalid-option` when the model's `bindTools` throws.
 */
export async function askForAction(
  request: ActionRequest,
  protocol: Protocol,
  context: AgentContext,
): Promise<Asked> {
  const { model, task, answerLength: length, language } = request;
  const prompt = promptFor({ task, length, language, protocol });
  const talking = prompt.tools.length > 0 ? withTools(model, prompt) : model;
  const messages = request.messages(prompt);
  const first = await reply(talking, messages, context);
  const judged = judge(first, request);
  if ("ready" in judged) return action(judged.ready, [], prompt, request);
  const again: Message[] = [
    ...messages,
    ["ai", replyShown(first)],
    ["human", prompt.again(judged.reason)],
  ];
  const second = await reply(talking, again, context);
  const notes = [...judged.notes, `The model was asked again: ${WHY[judged.reason]}.`];
  const final = judge(second, request);
  if ("ready" in final) return action(final.ready, notes, prompt, request);
  notes.push(...final.notes, `Its second reply could not be taken either: ${WHY[final.reason]}.`);
  if (final.reason === "asked-before") {
    const answer = await askForAction({ ...request, task: "last-round" }, protocol, context);
    return { ...answer, notes: [...notes, ...answer.notes] };
  }
  const last = [second, first].map(parseReply);
  return action(lastWord(last, language), notes, prompt, request);
}

/** The model's reply; anything that is no object or string is no reply. */
async function reply(
  model: Pick<AgentModel, "invoke">,
  messages: readonly Message[],
  context: AgentContext,
): Promise<ModelReply> {
  return (await context.invoke(model, messages)) ?? {};
}

function withTools(model: AgentModel, { tools }: Prompt): Pick<AgentModel, "invoke"> {
  try {
    // What is bound is a Runnable with the same `invoke`; the type of its messages is LangChain's own.
    return model.bindTools?.([...tools]) as unknown as Pick<AgentModel, "invoke">;
  } catch (cause) {
    throw new PsiError(
      "invalid-option",
      `This model takes no tools: its bindTools() failed. Pass protocol: "text".`,
      { cause },
    );
  }
}

function judge(given: ModelReply, { task, wasAsked }: ActionRequest): Judged {
  const read = parseReply(given);
  const { notes = [] } = read;
  if (read.kind === "unreadable") return { reason: read.reason, notes };
  if (read.kind === "answer") return { ready: read };
  if (task !== "read-and-answer") return { reason: "must-answer", notes };
  const queries = read.queries.filter((query) => !wasAsked(query));
  if (queries.length === 0) return { reason: "asked-before", notes };
  const left = read.queries.length - queries.length;
  if (left === 0) return { ready: read };
  const note = `${left} of ${read.queries.length} queries were looked up before and were left out.`;
  return { ready: { ...read, queries, notes: [...notes, note] } };
}

/** The last text is the answer; where there is none, or queries stand in its place, there is no answer. */
function lastWord(replies: readonly ParsedReply[], language: Language): Ready {
  for (const read of replies) {
    if (read.kind === "retrieve") break;
    if (read.kind === "unreadable" && read.reason === "no-verb") {
      const thought = read.thought === undefined ? {} : { thought: read.thought };
      return { kind: "answer", text: whole(read.text), ...thought };
    }
  }
  return { kind: "answer", text: language === "zh" ? NOT_MENTIONED_ZH : NOT_MENTIONED };
}

function action(
  read: Ready,
  before: readonly string[],
  { name: prompt }: Prompt,
  { answerLength }: ActionRequest,
): Asked {
  const notes = [...before, ...(read.notes ?? [])];
  const told = { prompt, ...(read.thought === undefined ? {} : { thought: read.thought }) };
  if (read.kind === "retrieve") {
    return { kind: "retrieve", queries: read.queries, ...told, notes };
  }
  const line = answerLength === "short" ? firstLine(read.text) : read.text;
  const text = abstention(line) ?? line;
  if (line !== read.text)
    notes.push("What stood behind the first line of a short answer was left out.");
  return { kind: "answer", text, ...told, notes };
}
