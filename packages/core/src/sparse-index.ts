import type { Hit } from "./retriever.js";

/** Cuts a text into the terms that a sparse index counts. */
export interface Tokenizer {
  /** All that determines the terms besides the text; an index is bound to it. */
  readonly name: string;
  tokenize(text: string): readonly string[];
}

/** Finds passages by their words. */
export interface SparseIndex {
  /** The best rows, best first, only those with a score above zero; equal scores by row. */
  search(query: string, limit: number): readonly Hit[];
  /** The score of each given row; zero where no word is shared. */
  score(query: string, rows: readonly number[]): Float64Array;
}
