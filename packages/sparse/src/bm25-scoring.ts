import { type Hit, nearWordFinder, type Token } from "@psi/core";
import { bestRows } from "./best-rows.js";
import type { Bm25Options } from "./bm25.js";
import type { Postings } from "./inverted-index.js";
import { type QueryVocabulary, type QueryWeights, queryWeights } from "./query-weights.js";

/** BM25 over postings: numbers in, numbers out. */
export interface Bm25Scoring {
  documentFrequency(term: string): number;
  weights(query: readonly Token[]): QueryWeights;
  /** The rows with the highest scores above zero, best first, equal ones by row. */
  best(weights: QueryWeights, limit: number): readonly Hit[];
  /** The score of one row, to the bit as in `best`. */
  scoreOf(weights: QueryWeights, row: number): number;
}

/**
 * The score of a row is the sum over the query's terms, repeats counted, of
 *
 *     ln(1 + (N - n + .5) / (n + .5))  x  f / (f + k1 x (1 - b + b x length / mean length))
 *
 * with N rows, n of them with the term, f times in this one: the accurate Lucene variant of Kamphuis, de
 * Vries, Boytsov and Lin, "Which BM25 Do You Mean?", 2020. The first factor is a term's weight, of which a
 * query may count a part (see `queryWeights`).
 */
export function bm25Scoring(
  postings: Postings,
  { k1, b, tokenizer }: Required<Bm25Options>,
): Bm25Scoring {
  const { terms, offsets, rows, counts, lengths } = postings;
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const norms = lengthNorms(lengths, k1, b);
  const scores = new Float64Array(lengths.length);
  const startOf = (number: number): number => offsets[number] as number;
  const frequencyOf = (number: number): number => startOf(number + 1) - startOf(number);
  const vocabulary: QueryVocabulary = {
    // Tokenizers without further terms keep to what they are copies of.
    ...(tokenizer.analyze && { near: nearWordFinder(terms) }),
    numberOf: (term) => numbers.get(term),
    weightOf(number) {
      const n = frequencyOf(number);
      return Math.log1p((lengths.length - n + 0.5) / (n + 0.5));
    },
  };
  const contribution = (weight: number, place: number, row: number): number => {
    const count = counts[place] as number;
    return (weight * count) / (count + (norms[row] as number));
  };
  /** Adds what a term says to the rows that have at least so much already. */
  const addTerm = (number: number, weight: number, least: number): void => {
    const end = startOf(number + 1);
    for (let place = startOf(number); place < end; place++) {
      const row = rows[place] as number;
      const score = scores[row] as number;
      if (score >= least) scores[row] = score + contribution(weight, place, row);
    }
  };
  const sum = (weights: ReadonlyMap<number, number>, row: number): number => {
    let all = 0;
    for (const [number, weight] of weights) {
      const place = placeOf(row, rows, startOf(number), startOf(number + 1));
      if (place >= 0) all += contribution(weight, place, row);
    }
    return all;
  };
  return {
    documentFrequency(term) {
      const number = numbers.get(term);
      return number === undefined ? 0 : frequencyOf(number);
    },
    weights: (query) => queryWeights(query, vocabulary),
    best({ words, stopWords }, limit) {
      if (words.size === 0) return [];
      scores.fill(0);
      for (const [number, weight] of words) addTerm(number, weight, 0);
      const hits = bestRows(scores, limit);
      if (stopWords.size === 0 || hits.length === 0) return hits;
      // Of all stop words together no row gets as much as their weights: rows further below stay below.
      const room = [...stopWords.values()].reduce((all, weight) => all + weight, 0);
      const last = hits.length < limit ? 0 : (hits.at(-1) as Hit).score;
      const least = Math.max(Number.MIN_VALUE, last - room);
      for (const [number, weight] of stopWords) addTerm(number, weight, least);
      return bestRows(scores, limit);
    },
    scoreOf({ words, stopWords }, row) {
      const score = sum(words, row);
      return score > 0 ? score + sum(stopWords, row) : 0;
    },
  };
}
/** What BM25 adds below the line for each row: k1 x (1 - b + b x length / mean length). */
function lengthNorms(lengths: Uint32Array, k1: number, b: number): Float64Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  // Where there are stop words alone, all rows are equally long.
  const mean = sum / lengths.length || 1;
  return Float64Array.from(lengths, (length) => k1 * (1 - b + (b * length) / mean));
}

/** Where a row stands between two places of ascending rows, or -1. Binary search. */
function placeOf(row: number, rows: Uint32Array, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low < end && rows[low] === row ? low : -1;
}
