import type { Links } from "../links.js";
import type { QuestionTerms } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";

/** Why a passage is thought to belong to another: a sentence of `from` that names `to`. */
export interface NamingSentence {
  readonly from: number;
  readonly to: number;
  readonly name: number;
  /** Number of the sentence through all passages. */
  readonly sentence: number;
  /** Share of what is asked that the sentence speaks of, 0 to 1. */
  readonly share: number;
}

/** What the signals of one query's candidates are made from. */
export interface SignalContext {
  readonly question: QuestionTerms;
  readonly known: readonly number[];
  readonly links: Links;
  readonly data: SentenceStems;
  readonly reasons: Map<number, NamingSentence>;
}

const NONE = new Uint32Array();

/** The weight of the marked stems that a list holds, but for those of two other lists. */
export function weightIn(
  marks: ReadonlyMap<number, number>,
  stems: Uint32Array,
  without: Uint32Array = NONE,
  alsoWithout: Uint32Array = NONE,
): number {
  let sum = 0;
  for (const stem of stems) {
    const weight = marks.get(stem);
    if (weight !== undefined && !without.includes(stem) && !alsoWithout.includes(stem))
      sum += weight;
  }
  return sum;
}
