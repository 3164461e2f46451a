import {
  analyze,
  PsiError,
  requireNumber,
  requireWhole,
  type SparseIndex,
  type Tokenizer,
} from "@psi/core";
import { bm25Scoring } from "./bm25-scoring.js";
import { type Postings, postingsOf } from "./inverted-index.js";
import { multilingual } from "./multilingual.js";
import type { QueryWeights } from "./query-weights.js";

export interface Bm25Options {
  /** How slowly repeats of a term stop counting, 0 (at once) to 100. Default 1.5. */
  readonly k1?: number;
  /** How much long texts are held back, 0 (not) to 1. Default .75. */
  readonly b?: number;
  /** Cuts passages and queries into terms. Default `multilingual()`. */
  readonly tokenizer?: Tokenizer;
}

/**
 * Finds rows by their words. Row = position of the text. Nothing in it changes. A search is O(postings of
 * the query's terms + rows); a score O(terms x log rows).
 *
 * `search` throws PsiError `invalid-option` for a limit that is no whole number from 1, `score` for a row
 * that is none from 0. A row that the index does not hold scores 0: it shares no word.
 */
export interface Bm25Index extends SparseIndex {
  readonly k1: number;
  readonly b: number;
  readonly tokenizer: Tokenizer;
  /** The number of rows, empty ones included. */
  readonly documentCount: number;
  /** The number of different terms. */
  readonly vocabularySize: number;
  /** In how many rows a term stands, as the tokenizer makes it. O(1). */
  documentFrequency(term: string): number;
  readonly postings: Postings;
}

/**
 * Indexes texts for search by words. No texts make an index that finds nothing. One pass; O(terms).
 *
 * @throws PsiError `invalid-option` when k1 or b is out of range or the tokenizer is none;
 *   `invalid-passage` when a text is not a string.
 */
export function bm25(texts: Iterable<string>, options: Bm25Options = {}): Bm25Index {
  const settings = checkedOptions(options);
  if (typeof texts === "string") {
    throw new PsiError(
      "invalid-option",
      "texts is one string. Pass a list of them, such as [text].",
    );
  }
  return bm25Index(postingsOf(texts, settings.tokenizer), settings);
}

/**
 * The options with their defaults.
 * @throws PsiError `invalid-option`
 */
export function checkedOptions({
  k1 = 1.5,
  b = 0.75,
  tokenizer = multilingual(),
}: Bm25Options): Required<Bm25Options> {
  requireNumber("k1", k1, 0, 100);
  requireNumber("b", b, 0, 1);
  if (typeof tokenizer?.name !== "string" || typeof tokenizer.tokenize !== "function") {
    throw new PsiError(
      "invalid-option",
      "tokenizer must have a name and a function tokenize, as english() and multilingual() do.",
    );
  }
  return { k1, b, tokenizer };
}

/** An index over postings. */
export function bm25Index(postings: Postings, settings: Required<Bm25Options>): Bm25Index {
  const { terms, lengths } = postings;
  const { k1, b, tokenizer } = settings;
  const scoring = bm25Scoring(postings, settings);
  const weightsOf = (query: string): QueryWeights => scoring.weights(analyze(query, tokenizer));
  return {
    k1,
    b,
    tokenizer,
    postings,
    documentCount: lengths.length,
    vocabularySize: terms.length,
    documentFrequency: (term) => scoring.documentFrequency(term),
    search(query, limit) {
      requireWhole("limit", limit, 1);
      return scoring.best(weightsOf(query), limit);
    },
    score(query, rows) {
      for (const row of rows) requireWhole("row", row, 0);
      const weights = weightsOf(query);
      return Float64Array.from(rows, (row) => scoring.scoreOf(weights, row));
    },
  };
}
