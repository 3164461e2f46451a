import type { AgentPolicy, Evidence, Tokenizer } from "@psi/core";
import type { AnswerLength } from "../answer-length.js";
import { bestSentences } from "../evidence/best-sentences.js";
import { plainWords } from "../evidence/plain-words.js";
import { NOT_MENTIONED } from "../not-mentioned.js";

export interface ExtractiveOptions {
  /** How much is quoted: "medium" when left out. */
  readonly answerLength?: AnswerLength;
  /** Cuts sentences into the words that are compared; plain lower-case words when left out. */
  readonly tokenizer?: Tokenizer;
}

/** Sentences that are quoted. Nine of about twenty hold the answer nearly as often as all of them do. */
const SENTENCES = { short: 3, medium: 9, long: 20 } as const;

/** Answers without a model: looks the question up once, and quotes the best sentences with their citations. */
export function extractive({
  answerLength = "medium",
  tokenizer = plainWords,
}: ExtractiveOptions = {}): AgentPolicy {
  const count = SENTENCES[answerLength];
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

/** An answer that quotes: "First sentence. [1] Another one. [1] A third. [4]" */
export function quoting(
  question: string,
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
  count: number,
): Awaited<ReturnType<AgentPolicy["decide"]>> & { readonly kind: "answer" } {
  const found = bestSentences(question, evidence, { tokenizer, count });
  if (found.length === 0) return { kind: "answer", text: NOT_MENTIONED, quotes: [] };
  return {
    kind: "answer",
    text: found
      .map(
        ({
          evidence: {
            number,
            found: { node },
          },
          span,
        }) => `${node.text.slice(span.start, span.end)} [${number}]`,
      )
      .join("\n"),
    quotes: found.map(({ evidence: { number }, span }) => ({ number, ...span })),
  };
}
