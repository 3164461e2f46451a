import type { Evidence } from "./agent.js";
import type { PsiError } from "./errors.js";
import type { PlaceInSource } from "./passage.js";
import type { Usage } from "./usage.js";

/** A passage that an answer rests on. */
export interface Citation extends PlaceInSource {
  /** As it stands in the answer's text, from 1. */
  readonly number: number;
  readonly passageId: string;
  /** Characters of the passage's text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Why no more was looked up. */
export type Ending =
  /** The policy answered by itself. */
  | "answered"
  /** It wanted to look up more than `maxRetrievals` allows. */
  | "retrievals"
  /** `maxTokens` or `maxCost` was spent, `timeout` was over, or `signal` was aborted. */
  | "tokens"
  | "cost"
  | "timeout"
  | "aborted"
  /** The model failed, or replied nothing that can be read. */
  | "failed";

/** The end of a question. */
export interface AgentAnswer {
  readonly text: string;
  /** False for "Not mentioned". */
  readonly answered: boolean;
  readonly citations: readonly Citation[];
  /** All that was found, by rank; what is cited is among it. */
  readonly evidence: readonly Evidence[];
  readonly ending: Ending;
  /** What a reader should know: citations of numbers that do not exist, passages that did not fit. */
  readonly notes: readonly string[];
  readonly usage: Usage;
  /** What the model threw, where that ended it. */
  readonly error?: PsiError;
}
