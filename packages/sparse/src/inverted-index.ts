import { PsiError, type Tokenizer } from "@psi/core";
import { longestCopied } from "./remember-terms.js";
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
  /** The number of terms in each row, repeats counted. */
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
  const vocabulary = new Map<string, number>();
  const frequencies = uint32List();
  /** For each term, one more than the index of its newest posting. */
  const newest = uint32List();
  const forward: Forward = { terms: uint32List(), counts: uint32List(), ends: uint32List() };
  const lengths = uint32List();
  for (const text of texts) {
    if (typeof text !== "string") throw notText(text, lengths.length);
    const terms = tokenizer.tokenize(text);
    const start = forward.terms.length;
    for (const term of terms) {
      let id = vocabulary.get(term);
      if (id === undefined) {
        id = vocabulary.size;
        vocabulary.set(copied(term), id);
        frequencies.push(0);
        newest.push(0);
      }
      const posting = newest.at(id);
      if (posting > start) {
        forward.counts.increment(posting - 1);
      } else {
        forward.terms.push(id);
        forward.counts.push(1);
        newest.set(id, forward.terms.length);
        frequencies.increment(id);
      }
    }
    forward.ends.push(forward.terms.length);
    lengths.push(terms.length);
  }
  return {
    terms: [...vocabulary.keys()],
    lengths: lengths.toArray(),
    ...byTerm(forward, frequencies),
  };
}

/** Counting sort of the postings by term; rows stay ascending since they come in order. */
function byTerm(
  { terms, counts, ends }: Forward,
  frequencies: Uint32List,
): Pick<Postings, "offsets" | "rows" | "counts"> {
  const offsets = new Uint32Array(frequencies.length + 1);
  for (let id = 0; id < frequencies.length; id++) {
    offsets[id + 1] = (offsets[id] as number) + frequencies.at(id);
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

/** A string that does not keep the text alive that it was cut from. */
function copied(term: string): string {
  return term.length > longestCopied ? Buffer.from(term, "utf16le").toString("utf16le") : term;
}

function notText(value: unknown, position: number): PsiError {
  return new PsiError(
    "invalid-passage",
    `The text at position ${position} is not a string but ${value === null ? "null" : typeof value}. Pass the passages' texts.`,
  );
}
