import type { Postings } from "./inverted-index.js";

/** The weight of each known term of a query, by the term's number, in order of first sight. */
export type QueryWeights = ReadonlyMap<number, number>;

/** BM25 over postings: numbers in, numbers out. */
export interface Bm25Scoring {
  documentFrequency(term: string): number;
  weights(queryTerms: readonly string[]): QueryWeights;
  /** The score of every row, in an array that the next call overwrites. */
  scores(weights: QueryWeights): Float64Array;
  /** The score of one row, to the bit as in `scores`. */
  scoreOf(weights: QueryWeights, row: number): number;
}

/**
 * The score of a row is the sum over the query's terms, repeats counted, of
 *
 *     ln(1 + (N - n + .5) / (n + .5))  x  f / (f + k1 x (1 - b + b x length / mean length))
 *
 * with N rows, n of them with the term, f times in this one: the accurate Lucene variant of Kamphuis, de
 * Vries, Boytsov and Lin, "Which BM25 Do You Mean?", 2020. The first factor is a term's weight.
 */
export function bm25Scoring(postings: Postings, k1: number, b: number): Bm25Scoring {
  const { terms, offsets, rows, counts, lengths } = postings;
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const norms = lengthNorms(lengths, k1, b);
  const scores = new Float64Array(lengths.length);
  const startOf = (number: number): number => offsets[number] as number;
  const frequencyOf = (number: number): number => startOf(number + 1) - startOf(number);
  const contribution = (weight: number, place: number, row: number): number => {
    const count = counts[place] as number;
    return (weight * count) / (count + (norms[row] as number));
  };
  return {
    documentFrequency(term) {
      const number = numbers.get(term);
      return number === undefined ? 0 : frequencyOf(number);
    },
    weights(queryTerms) {
      const weights = new Map<number, number>();
      for (const term of queryTerms) {
        const number = numbers.get(term);
        if (number === undefined) continue;
        const n = frequencyOf(number);
        const weight = Math.log1p((lengths.length - n + 0.5) / (n + 0.5));
        weights.set(number, (weights.get(number) ?? 0) + weight);
      }
      return weights;
    },
    scores(weights) {
      scores.fill(0);
      for (const [number, weight] of weights) {
        const end = startOf(number + 1);
        for (let place = startOf(number); place < end; place++) {
          const row = rows[place] as number;
          scores[row] = (scores[row] as number) + contribution(weight, place, row);
        }
      }
      return scores;
    },
    scoreOf(weights, row) {
      let sum = 0;
      for (const [number, weight] of weights) {
        const place = placeOf(row, rows, startOf(number), startOf(number + 1));
        if (place >= 0) sum += contribution(weight, place, row);
      }
      return sum;
    },
  };
}

/** What BM25 adds below the line for each row: k1 x (1 - b + b x length / mean length). */
function lengthNorms(lengths: Uint32Array, k1: number, b: number): Float64Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  // Without terms it is 0 or none, and no norm is ever read.
  const mean = sum / lengths.length;
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
