import {
  type AgentPolicy,
  type AnswerAction,
  type Evidence,
  PsiError,
  type Tokenizer,
} from "@psi/core";
import { setMarksApart } from "@psi/core/model-text";
import type { AnswerLength } from "../answer-length.js";
import { anySharesWords, bestSentences } from "../evidence/best-sentences.js";
import { plainWords } from "../evidence/plain-words.js";
import { NOT_MENTIONED } from "../not-mentioned.js";

export interface ExtractiveOptions {
  /** How much is quoted: "medium" when left out. */
  readonly answerLength?: AnswerLength;
  /** Cuts sentences into the words that are compared; plain lower-case words when left out. */
  readonly tokenizer?: Tokenizer;
}

/** Sentences that are quoted. Nine of about twenty hold the answer nearly as often as all of them do. */
const SENTENCES: ReadonlyMap<AnswerLength, number> = new Map([
  ["short", 3],
  ["medium", 9],
  ["long", 20],
]);

/**
 * Answers without a model: looks the question up once, and quotes the best sentences with their citations.
 * @throws PsiError `invalid-option`
 */
export function extractive({
  answerLength = "medium",
  tokenizer = plainWords,
}: ExtractiveOptions = {}): AgentPolicy {
  const count = SENTENCES.get(answerLength);
  if (count === undefined) {
    throw new PsiError("invalid-option", 'answerLength must be "short", "medium" or "long".');
  }
  return {
    name: "extractive",
    async decide({ question, rounds, evidence, retrievalsLeft }, { signal }) {
      signal?.throwIfAborted();
      if (rounds.length === 0 && retrievalsLeft > 0)
        return { kind: "retrieve", queries: [question] };
      return quoting(question, evidence, tokenizer, count);
    },
  };
}

const NO_WORD =
  "No passage has a word of the question: what is quoted is only the nearest by meaning, and may be beside the point.";

/**
 * An answer that quotes, a sentence a line: "First sentence. [1]", "Another one. [1]", "A third. [4]". Numbers in
 * brackets that are the passage's own are ⟦3⟧.
 */
export function quoting(
  question: string,
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
  count: number,
): AnswerAction {
  const sentences = bestSentences(question, evidence, { tokenizer, count });
  if (sentences.length === 0) return { kind: "answer", text: NOT_MENTIONED, quotes: [] };
  const quoted = sentences.map(({ evidence: { number }, span, text }) => ({
    line: `${setMarksApart(text)} [${number}]`,
    quote: { number, ...span },
  }));
  return {
    kind: "answer",
    text: quoted.map(({ line }) => line).join("\n"),
    quotes: quoted.map(({ quote }) => quote),
    ...(!anySharesWords(question, evidence, tokenizer) && { notes: [NO_WORD] }),
  };
}
