import { type Lists, listAt } from "../lists.js";
import type { Vocabulary } from "../vocabulary.js";
import type { CorpusClues } from "./corpus-clues.js";
import { type PairTable, pairTable } from "./pair-table.js";
import { type StickySequences, sticks, stickySequences } from "./sticky-sequences.js";

/** What a corpus tells about words. */
export interface CorpusWords {
  /** Whether a capitalised word stands in lower case as often, so that it is no name. */
  isOrdinary(foldedWord: string): boolean;
  readonly sticky: StickySequences;
}

/** The same, and what a change of the corpus changed about it. */
export interface CorpusCounts extends CorpusWords {
  /** Whether the names of a row may be others than before. O(clues of the row). */
  mayDiffer(row: number): boolean;
}

/** How often each row is in the corpus before a change and in the one after it. */
export interface RowCounts {
  readonly before: ArrayLike<number>;
  readonly after: ArrayLike<number>;
}

/** Numbers of the corpus before a change and of the one after it. */
interface Both {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

const bothOf = (size: number): Both => ({
  before: new Int32Array(size),
  after: new Int32Array(size),
});

function add({ before, after }: Both, at: number, less: number, more: number): void {
  before[at] = (before[at] as number) + less;
  after[at] = (after[at] as number) + more;
}

/** Counts words and pairs, over numbers alone. O(clues). */
export function corpusCounts(clues: CorpusClues, words: Vocabulary, rows: RowCounts): CorpusCounts {
  const cases = countCases(clues, rows);
  const isOrdinary = (counts: Int32Array, word: number): boolean => (counts[word] ?? 0) > 0;
  const { sticky, hasChanged } = countPairs(clues, rows);
  return {
    isOrdinary: (word) => isOrdinary(cases.after, words.find(word)),
    sticky: stickySequences(words, sticky),
    mayDiffer: (row) =>
      listAt(clues.openings, row).some(
        (word) => isOrdinary(cases.before, word) !== isOrdinary(cases.after, word),
      ) ||
      hasChanged(clues.sequences, row) ||
      hasChanged(clues.uncounted, row),
  };
}

/** For each word how much more often it stands in lower case. */
function countCases({ words, cases, caseCounts }: CorpusClues, rows: RowCounts): Both {
  const counts = bothOf(words.length);
  for (let row = 0; row < rows.after.length; row++) {
    const end = cases.offsets[row + 1] as number;
    for (let at = cases.offsets[row] as number; at < end; at++) {
      const value = caseCounts.values[at] as number;
      const count = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      const { before, after } = rows;
      add(
        counts,
        cases.values[at] as number,
        count * (before[row] as number),
        count * (after[row] as number),
      );
    }
  }
  return counts;
}

/** Which pairs of words stick together, and whether that changed for a pair in a row of sequences. */
function countPairs(
  { words, sequences }: CorpusClues,
  rows: RowCounts,
): {
  sticky(first: number, second: number): boolean;
  hasChanged(sequences: Lists, row: number): boolean;
} {
  const singles = bothOf(words.length);
  const pairs = pairTable();
  for (let row = 0; row < rows.after.length; row++) {
    const less = rows.before[row] as number;
    const more = rows.after[row] as number;
    let last = 0;
    const end = sequences.offsets[row + 1] as number;
    for (let at = sequences.offsets[row] as number; at < end; at++) {
      const word = sequences.values[at] as number;
      if (word > 0) add(singles, word, less, more);
      if (word > 0 && last > 0) pairs.add(last, word, less, more);
      last = word;
    }
  }
  const { sticky, changed, begins } = judged(pairs, singles);
  return {
    sticky: (first, second) => sticky.has(pairs.find(first, second)),
    hasChanged({ offsets, values }, row) {
      const end = (offsets[row + 1] as number) - 1;
      for (let at = offsets[row] as number; at < end; at++) {
        const first = values[at] as number;
        if (begins[first] === 1 && changed.has(pairs.find(first, values[at + 1] as number)))
          return true;
      }
      return false;
    },
  };
}

/** The places of pairs that stick, and of those that do since the change or no more; and what words begin these. */
function judged(
  pairs: PairTable,
  { before, after }: Both,
): {
  readonly sticky: ReadonlySet<number>;
  readonly changed: ReadonlySet<number>;
  readonly begins: Uint8Array;
} {
  const sticky = new Set<number>();
  const changed = new Set<number>();
  const begins = new Uint8Array(before.length);
  const sum = (counts: Int32Array): number => counts.reduce((all, count) => all + count, 0);
  const totals = { before: sum(before), after: sum(after) };
  pairs.each((a, b, place, less, more) => {
    const was = sticks(less, before[a] as number, before[b] as number, totals.before);
    const is = sticks(more, after[a] as number, after[b] as number, totals.after);
    if (is) sticky.add(place);
    if (was === is) return;
    changed.add(place);
    begins[a] = 1;
  });
  return { sticky, changed, begins };
}
