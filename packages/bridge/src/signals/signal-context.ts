import type { Links } from "../links.js";
import type { Lists } from "../lists.js";
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

/** A set of the question's stems, as the bit that marks its members. */
export const QUESTION = 1;
export const RELATION = 2;
/** What the best passage leaves open, and what the best two do. */
export const OPEN1 = 4;
export const OPEN2 = 8;

/** What the signals of one query's candidates are made from. */
export interface SignalContext {
  readonly question: QuestionTerms;
  readonly known: readonly number[];
  readonly links: Links;
  readonly data: SentenceStems;
  /** For each stem number the sets that it is in. */
  readonly marks: Uint8Array;
  readonly reasons: Map<number, NamingSentence>;
}

/** The weight of the stems in a set that a list holds, but for those of the subjects of two rows. */
export function weightIn(
  { marks, data }: SignalContext,
  set: number,
  { offsets, values }: Lists,
  list: number,
  without?: number,
  alsoWithout?: number,
): number {
  let sum = 0;
  for (let at = offsets[list] as number, end = offsets[list + 1] as number; at < end; at++) {
    const stem = values[at] as number;
    if (((marks[stem] as number) & set) === 0) continue;
    if (without !== undefined && holds(data.subjects, without, stem)) continue;
    if (alsoWithout !== undefined && holds(data.subjects, alsoWithout, stem)) continue;
    sum += data.weights[stem] as number;
  }
  return sum;
}

function holds({ offsets, values }: Lists, list: number, value: number): boolean {
  for (let at = offsets[list] as number, end = offsets[list + 1] as number; at < end; at++) {
    if (values[at] === value) return true;
  }
  return false;
}

/** How many values a list has. */
export function lengthOf({ offsets }: Lists, list: number): number {
  return (offsets[list + 1] as number) - (offsets[list] as number);
}
