import { type Evidence, estimateTokens } from "@psi/core";
import type { AnswerLength } from "../answer-length.js";
import { evidenceText } from "../evidence/evidence-text.js";
import type { Message, Prompt, PromptRequest } from "./prompt-for.js";

/** How much of a window there is, and for what. */
export interface Room {
  /** Tokens of the window, prompt and reply together. */
  readonly contextTokens: number;
  /** Tokens for passages, whatever the window. */
  readonly evidenceTokens?: number | undefined;
  readonly answerLength: AnswerLength;
}

/** Tokens for the thought and the answer, never more than a quarter of the window. */
const REPLY: Readonly<Record<AnswerLength, number>> = { short: 384, medium: 640, long: 1_280 };
/** Tokens for a reply that is shown again with the reason, never more than a tenth of the window. */
const AGAIN = 450;
/** What passages get however narrow it is: without any there is nothing to answer from. */
const LEAST = 100;

/**
 * The messages of a prompt, with as many passages as the rest of the window holds. Questions longer than a
 * quarter of it are cut, and of earlier queries only the latest are listed within an eighth.
 *
 * @returns the messages, and what was left out.
 */
export function fitRequest(
  prompt: Pick<Prompt, "messages" | "tools">,
  request: Omit<PromptRequest, "passages">,
  evidence: readonly Evidence[],
  { contextTokens, evidenceTokens, answerLength }: Room,
): { readonly messages: readonly Message[]; readonly notes: readonly string[] } {
  const question = beginning(request.question, Math.floor(contextTokens / 4));
  const asked = latest(request.asked, Math.floor(contextTokens / 8));
  const bare = prompt.messages({ ...request, question, asked, passages: "" });
  const spent = bare.reduce((sum, [, text]) => sum + estimateTokens(text), toolTokens(prompt));
  const kept =
    Math.min(REPLY[answerLength], contextTokens / 4) + Math.min(AGAIN, contextTokens / 10);
  const tokens = evidenceTokens ?? Math.max(LEAST, Math.floor(contextTokens - spent - kept));
  const passages = evidenceText(evidence, { tokens });
  const cut = question === request.question ? [] : ["The question was cut to fit into the window."];
  return {
    messages: prompt.messages({ ...request, question, asked, passages: passages.text }),
    notes: [...cut, ...passages.notes],
  };
}

/** `fitRequest` for any prompt, and what was left out by all that were asked for. */
export function fittedMessages(
  request: Omit<PromptRequest, "passages">,
  evidence: readonly Evidence[],
  room: Room,
): {
  readonly messages: (prompt: Pick<Prompt, "messages" | "tools">) => readonly Message[];
  readonly notes: readonly string[];
} {
  const notes: string[] = [];
  const messages = (prompt: Pick<Prompt, "messages" | "tools">): readonly Message[] => {
    const fitted = fitRequest(prompt, request, evidence, room);
    notes.push(...fitted.notes);
    return fitted.messages;
  };
  return { messages, notes };
}

function toolTokens({ tools }: Pick<Prompt, "tools">): number {
  return tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
}

/** As many characters from the start as are about so many tokens. O(length). */
function beginning(text: string, tokens: number): string {
  // A token of any text that people write has fewer characters than this.
  let kept = text.slice(0, tokens * 12);
  for (;;) {
    const count = estimateTokens(kept);
    if (count <= tokens) return kept === text ? text : kept.replace(/\p{Surrogate}$/u, "");
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * tokens) / count)));
  }
}

function latest(queries: readonly string[], tokens: number): readonly string[] {
  let left = tokens;
  let from = queries.length;
  while (from > 0) {
    left -= estimateTokens((queries[from - 1] as string).slice(0, 300)) + 2;
    if (left < 0) break;
    from--;
  }
  return queries.slice(from);
}
