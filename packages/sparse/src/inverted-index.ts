import { analyze, PsiError, type Tokenizer } from "@psi/core";
import { termNumbers } from "./term-numbers.js";
import { type Uint32List, uint32List } from "./uint32-list.js";

/**
 * Which term stands in which row how often, in compressed rows: the postings of term `t` are the entries
 * `offsets[t]` to `offsets[t + 1] - 1` of `rows` and `counts`. Read only.
 *
 *     terms    otter            river   bank
 *     offsets  0                2       3        5
 *     rows     0       4        2       0    2
 *     counts   3       1        1       1    2
 */
export interface Postings {
  /** Each term once, in order of first sight. */
  readonly terms: readonly string[];
  /** One more than there are terms. */
  readonly offsets: Uint32Array;
  /** Ascending within a term. */
  readonly rows: Uint32Array;
  /** How often the term stands in that row, from 1; as narrow as the largest allows. */
  readonly counts: Uint8Array | Uint16Array | Uint32Array;
  /** The number of words in each row, repeats counted, without stop words: how long it is. */
  readonly lengths: Uint32Array;
}

/** The postings by row, as they are while texts come in: those of row `r` end before `ends.at(r)`. */
interface Forward {
  readonly terms: Uint32List;
  readonly counts: Uint32List;
  readonly ends: Uint32List;
}

/**
 * Counts the terms of each text. One pass over the texts, then one over the postings; O(terms), and
 * about 16 bytes a posting at the peak.
 *
 * @throws PsiError `invalid-passage` for something that is not a string.
 */
export function postingsOf(texts: Iterable<string>, tokenizer: Tokenizer): Postings {
  const numbers = termNumbers();
  const frequencies: number[] = [];
  /** For each term, one more than the index of its newest posting. */
  const newest: number[] = [];
  const forward: Forward = { terms: uint32List(), counts: uint32List(), ends: uint32List() };
  const lengths = uint32List();
  let start = 0;
  const add = (number: number): void => {
    if (number === newest.length) {
      newest.push(0);
      frequencies.push(0);
    }
    const posting = newest[number] as number;
    if (posting > start) {
      forward.counts.increment(posting - 1);
    } else {
      forward.terms.push(number);
      forward.counts.push(1);
      newest[number] = forward.terms.length;
      frequencies[number] = (frequencies[number] as number) + 1;
    }
  };
  const addTerm = (term: string): void => add(numbers.of(term));
  for (const text of texts) {
    if (typeof text !== "string") throw notText(text, lengths.length);
    start = forward.terms.length;
    let length = 0;
    for (const token of analyze(text, tokenizer)) {
      add(numbers.ofToken(token));
      // Most tokens have no other terms.
      if (token.variants.length > 0) token.variants.forEach(addTerm);
      if (token.broader.length > 0) token.broader.forEach(addTerm);
      if (!token.isStopWord) length++;
    }
    forward.ends.push(forward.terms.length);
    lengths.push(length);
  }
  return { terms: numbers.all(), lengths: lengths.toArray(), ...byTerm(forward, frequencies) };
}

/** Counting sort of the postings by term; rows stay ascending since they come in order. */
function byTerm(
  { terms, counts, ends }: Forward,
  frequencies: readonly number[],
): Pick<Postings, "offsets" | "rows" | "counts"> {
  const offsets = new Uint32Array(frequencies.length + 1);
  for (let id = 0; id < frequencies.length; id++) {
    offsets[id + 1] = (offsets[id] as number) + (frequencies[id] as number);
  }
  const next = offsets.slice();
  const sorted = { offsets, rows: new Uint32Array(terms.length), counts: countArray(counts) };
  let posting = 0;
  for (let row = 0; row < ends.length; row++) {
    for (const end = ends.at(row); posting < end; posting++) {
      const id = terms.at(posting);
      const place = next[id] as number;
      sorted.rows[place] = row;
      sorted.counts[place] = counts.at(posting);
      next[id] = place + 1;
    }
  }
  return sorted;
}

/** Zeros for as many counts, as narrow as the largest of them allows. */
function countArray(counts: Uint32List): Postings["counts"] {
  let largest = 0;
  for (let i = 0; i < counts.length; i++) largest = Math.max(largest, counts.at(i));
  return narrowCounts(largest, counts.length);
}

/** Zeros for `length` counts up to `largest`. */
export function narrowCounts(largest: number, length: number): Postings["counts"] {
  if (largest < 2 ** 8) return new Uint8Array(length);
  return largest < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

function notText(value: unknown, position: number): PsiError {
  return new PsiError(
    "invalid-passage",
    `The text at position ${position} is not a string but ${value === null ? "null" : typeof value}. Pass the passages' texts.`,
  );
}
