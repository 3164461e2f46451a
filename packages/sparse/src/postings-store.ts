import { PsiError } from "@psi/core";
import { type ByteReader, type ByteWriter, corruptIndex } from "./bytes.js";
import { narrowCounts, type Postings } from "./inverted-index.js";

/*
 * Layout, all whole numbers of one to eight bytes (see bytes.ts):
 *
 *     rows, then the length of each
 *     terms, then the UTF-16 length of each, then the text of all of them joined
 *     postings, largest count
 *     for each term: its number of postings, then for each one
 *         2 x (distance to the row before, from 1) + (1 if the term stands there once)
 *         unless once: how often
 */

/** @throws PsiError `invalid-option` when a term has half a surrogate pair. */
export function writePostings(postings: Postings, writer: ByteWriter): void {
  const { terms, offsets, rows, counts, lengths } = postings;
  writer.whole(lengths.length);
  for (const length of lengths) writer.whole(length);
  writer.whole(terms.length);
  for (const term of terms) writer.whole(term.length);
  writer.text(wellFormed(terms.join("")));
  writer.whole(rows.length);
  writer.whole(largestOf(counts));
  for (let id = 0; id < terms.length; id++) {
    const end = offsets[id + 1] as number;
    const start = offsets[id] as number;
    writer.whole(end - start);
    let before = -1;
    for (let place = start; place < end; place++) {
      const row = rows[place] as number;
      const count = counts[place] as number;
      writer.whole(2 * (row - before) + (count === 1 ? 1 : 0));
      if (count !== 1) writer.whole(count);
      before = row;
    }
  }
}

/**
 * @throws PsiError `corrupt-index` for anything that writePostings would not write: numbers out of range,
 *   a term twice, counts of a row that do not add up to its length.
 */
export function readPostings(reader: ByteReader): Postings {
  const lengths = wholes(reader);
  const terms = readTerms(reader);
  const total = reader.count();
  const largest = reader.whole();
  const rows = new Uint32Array(total);
  const counts = narrowCounts(largest, total);
  const offsets = new Uint32Array(terms.length + 1);
  const missing = Float64Array.from(lengths);
  let place = 0;
  for (let id = 0; id < terms.length; id++) {
    const end = place + reader.count();
    if (end === place || end > total) throw corruptIndex("a term has too few or too many rows");
    for (let row = -1; place < end; place++) {
      const packed = reader.whole();
      row += Math.floor(packed / 2);
      const count = packed % 2 === 1 ? 1 : reader.whole();
      if (packed < 2 || row >= lengths.length) throw corruptIndex("a row is out of range");
      if (count < 1 || count > largest) throw corruptIndex("a count is out of range");
      rows[place] = row;
      counts[place] = count;
      missing[row] = (missing[row] as number) - count;
    }
    offsets[id + 1] = end;
  }
  if (place !== total || missing.some((rest) => rest > 0))
    throw corruptIndex("its counts do not add up");
  return { terms, offsets, rows, counts, lengths };
}

function wholes(reader: ByteReader): Uint32Array {
  const values = new Uint32Array(reader.count());
  for (let i = 0; i < values.length; i++) {
    const value = reader.whole();
    if (value >= 2 ** 32) throw corruptIndex("a length is out of range");
    values[i] = value;
  }
  return values;
}

function readTerms(reader: ByteReader): readonly string[] {
  const lengths = wholes(reader);
  const joined = reader.text();
  let end = 0;
  const terms = Array.from(lengths, (length) => {
    end += length;
    return joined.slice(end - length, end);
  });
  if (end !== joined.length || new Set(terms).size < terms.length)
    throw corruptIndex("its terms are damaged");
  return terms;
}

function largestOf(counts: Postings["counts"]): number {
  let largest = 0;
  for (const count of counts) if (count > largest) largest = count;
  return largest;
}

/** The text, if UTF-8 can hold it. */
function wellFormed(text: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw new PsiError(
    "invalid-option",
    "The tokenizer made a term with half a surrogate pair, which cannot be saved. Let it leave such characters out.",
  );
}
