import { hashOf, pairHash, type Word, wordsOf } from "./words.js";

/** How common words are in a corpus, in steps coarse enough that one passage more hardly ever moves one. */
export interface Statistics {
  /**
   * How rare a word or a pair of words is, in bits, 0 (in nearly every text) to `mostBits`: the rounded
   * binary logarithm of the number of texts, less that of the number of texts that hold it.
   */
  rarity(hash: number): number;
  /** Whether a word is mostly capital inside sentences: a name. */
  isName(word: Word): boolean;
}

/** From here on rarer is no more telling: a word in one text of 1,000 and one in 5,000 say as much. */
export const mostBits = 9;

/** Slots in each of the two rows of counters: 8 MB in all, whatever the size of the corpus. */
const slots = 1 << 20;
/** Only this much of each text is counted, in UTF-16 units. */
export const textLimit = 100_000;

/** What is assumed without a corpus: all words are equally rare, and all capital ones names. */
export const noStatistics: Statistics = {
  rarity: () => 5,
  isName: (word) => word.capital,
};

/**
 * Counts in how many texts each word, each pair of neighbouring words, and each pair of neighbouring
 * Chinese or Japanese characters stands. One pass; the counts are a count-min sketch (Cormode and
 * Muthukrishnan, 2005) of two rows, so memory does not grow with the corpus and rare words may seem less
 * rare in a very large one.
 */
export function corpusStatistics(texts: Iterable<string>): Statistics {
  const sketch = countSketch();
  let total = 0;
  for (const text of texts) {
    total++;
    for (const hash of hashesOf(text)) sketch.add(hash);
  }
  if (total === 0) return noStatistics;
  const all = Math.round(Math.log2(total));
  const rarity = (hash: number): number => {
    const held = Math.round(Math.log2(Math.max(1, sketch.count(hash))));
    return Math.min(mostBits, Math.max(0, all - held));
  };
  const isName = ({ hash, capital }: Word): boolean => {
    const capitals = sketch.count(pairHash(hash, capitalMark));
    const smalls = sketch.count(pairHash(hash, smallMark));
    return capital && (capitals > 0 || smalls > 0 ? capitals > smalls : true);
  };
  return { rarity, isName };
}

const capitalMark = hashOf("\u0001capital");
const smallMark = hashOf("\u0001small");

/** Each hash of a text once. */
function hashesOf(text: string): ReadonlySet<number> {
  const hashes = new Set<number>();
  let before: Word | undefined;
  for (const word of wordsOf(text.slice(0, textLimit))) {
    if (word.unspaced) for (const hash of characterPairs(word.surface)) hashes.add(hash);
    else {
      hashes.add(word.hash);
      if (!word.apart && before !== undefined) hashes.add(pairHash(before.hash, word.hash));
      if (!word.opening) hashes.add(pairHash(word.hash, word.capital ? capitalMark : smallMark));
    }
    before = word.unspaced ? undefined : word;
  }
  return hashes;
}

/** The hashes of each two neighbouring characters of a run. */
export function characterPairs(run: string): readonly number[] {
  const hashes: number[] = [];
  for (let i = 1; i < run.length; i++)
    hashes.push(pairHash(run.charCodeAt(i - 1), run.charCodeAt(i)));
  return hashes;
}

function countSketch(): { add(hash: number): void; count(hash: number): number } {
  const first = new Uint32Array(slots);
  const second = new Uint32Array(slots);
  const slotOf = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 12;
  const otherSlotOf = (hash: number): number => Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 12;
  return {
    add(hash) {
      first[slotOf(hash)]!++;
      second[otherSlotOf(hash)]!++;
    },
    count: (hash) => Math.min(first[slotOf(hash)] as number, second[otherSlotOf(hash)] as number),
  };
}
