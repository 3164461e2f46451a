import type { Hit } from "./retriever.js";

/** A word of a text, as an index counts it. */
export interface Token {
  /** The term that it is counted as. */
  readonly term: string;
  /** Other terms of the same word, such as the one without accents. They add nothing to a text's length. */
  readonly variants: readonly string[];
  /**
   * Terms that say less, such as the parts of a compound. A text is found by them too; a query looks for them
   * only where no text has its more exact terms.
   */
  readonly broader: readonly string[];
  /** Whether it is a function word such as "the", which a query looks for only where it has no other word. */
  readonly isStopWord: boolean;
}

/** Cuts a text into the terms that a sparse index counts. */
export interface Tokenizer {
  /** All that determines the terms besides the text; an index is bound to it. */
  readonly name: string;
  /** The terms of all words that are not stop words, in order. */
  tokenize(text: string): readonly string[];
  /** All words, in order, with their variants. Without it, `tokenize` says all there is. */
  analyze?(text: string): readonly Token[];
}

const NONE: readonly string[] = [];

/** The words of a text as a tokenizer analyses it; with one that only cuts terms, these. */
export function analyze(text: string, tokenizer: Tokenizer): readonly Token[] {
  if (tokenizer.analyze !== undefined) return tokenizer.analyze(text);
  return tokenizer
    .tokenize(text)
    .map((term) => ({ term, variants: NONE, broader: NONE, isStopWord: false }));
}

/** Finds passages by their words. */
export interface SparseIndex {
  /** The best rows, best first, only those with a score above zero; equal scores by row. */
  search(query: string, limit: number): readonly Hit[];
  /** The score of each given row; zero where no word is shared. */
  score(query: string, rows: readonly number[]): Float64Array;
}
