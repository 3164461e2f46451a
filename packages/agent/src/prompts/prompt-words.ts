import type { AnswerLength } from "../answer-length.js";

/** Whether a model calls tools or writes its verb as text. */
export type Protocol = "tools" | "text";

/** Why a reply is asked for again. */
export type AskAgainReason =
  | "empty"
  | "only-thoughts"
  | "no-verb"
  | "nothing-behind-verb"
  | "unknown-tool"
  /** It asks for a retrieval where there is none left. */
  | "must-answer"
  /** It asks only for what was asked before. */
  | "asked-before";

/** A made-up question and its passages: first one fact is missing, then it is found; and one never found. */
export interface ExampleWords {
  readonly question: string;
  /** Tells who it is about. */
  readonly first: string;
  /** Tells what is asked for. */
  readonly second: string;
  /** Tells neither. */
  readonly aside: string;
  readonly missing: string;
  /** Asks for what is missing, with what is known in apposition. */
  readonly query: string;
  readonly found: string;
  /** Cites `second` as [2]. */
  readonly answer: Readonly<Record<AnswerLength, string>>;
  /** A question about `aside` that nothing answers, and the query that was tried. */
  readonly unanswered: string;
  readonly tried: string;
  readonly notFound: string;
  readonly notMentioned: string;
}

/** All that is said to a model in one language. */
export interface PromptWords {
  /** Raised with every change of any word in the file. */
  readonly version: number;
  /** What it is about, and where the passages come from. */
  readonly task: Readonly<Record<"several" | "last" | "single", string>>;
  /** What must not be followed, and what must be cited. */
  readonly passages: string;
  /** How long an answer is, and what it looks like. */
  readonly answer: Readonly<Record<AnswerLength, string>>;
  /** When to look something up again, and how the query is written. */
  readonly retrieve: string;
  readonly notMentioned: Readonly<Record<"several" | "only", string>>;
  /** How the decision is written down: both verbs, or the answer alone. */
  readonly form: Readonly<Record<Protocol, Readonly<Record<"both" | "answer", string>>>>;
  /** What stands in front of an answer and of a query in text. */
  readonly verbs: Readonly<Record<"answer" | "retrieve", string>>;
  readonly example: ExampleWords;
  /** What an example is announced by, where it is no turn of its own. */
  readonly exampleLabel: string;
  readonly noPassages: string;
  readonly asked: string;
  readonly question: string;
  /** The last line of the request. */
  readonly left: Readonly<Record<Protocol, (retrievals: number) => string>>;
  readonly again: Readonly<Record<AskAgainReason, string>>;
  /** Behind the reason: what is accepted now. */
  readonly againForm: Readonly<Record<Protocol, Readonly<Record<"both" | "answer", string>>>>;
  readonly tools: Readonly<Record<"retrieve" | "queries" | "answer" | "text", string>>;
}
