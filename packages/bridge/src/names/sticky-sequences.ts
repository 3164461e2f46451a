import { ALONE, DIGIT } from "../characters.js";
import { foldWord, GLUED, SPACE, type WordSpan, type Words } from "../cut-words.js";

/** Finds sequences of words, in scripts without spaces of letters, that occur together too often for chance. */
export interface StickySequences {
  /** Stretches `[first, last]` of at least two words, in order, of those words for which `counts` says so. */
  find(words: Words, counts: (word: number) => boolean): readonly WordSpan[];
}

/** How many times more often than by chance two words must stand together. */
const leastLift = 30;
const leastTogether = 2;
const mostWords = 8;

/** Counts words and pairs of neighbours. */
export interface StickyCounter {
  add(words: Words, counts: (word: number) => boolean): void;
  finish(): StickySequences;
}

/** Two numbers below 2^26 in one. */
const pairOf = (a: number, b: number): number => a * 2 ** 26 + b;

export function stickyCounter(): StickyCounter {
  const ids = new Map<string, number>();
  const singles: number[] = [];
  const pairs = new Map<number, number>();
  let total = 0;
  const wordAt = ({ text, starts, ends }: Words, at: number): string =>
    foldWord(text.slice(starts[at], ends[at]));
  return {
    add(words, counts) {
      let before = -1;
      for (let at = 0; at < words.starts.length; at++) {
        if (!counts(at)) {
          before = -1;
          continue;
        }
        const word = wordAt(words, at);
        let id = ids.get(word);
        if (id === undefined) {
          id = ids.size;
          ids.set(word, id);
          singles.push(0);
        }
        singles[id] = (singles[id] as number) + 1;
        total++;
        if (before >= 0 && joins(words, at)) {
          const pair = pairOf(before, id);
          pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
        }
        before = id;
      }
    },
    finish() {
      const sticks = (a: number, b: number): boolean => {
        const together = pairs.get(pairOf(a, b)) ?? 0;
        const chance = ((singles[a] as number) * (singles[b] as number)) / total;
        return together >= leastTogether && together >= leastLift * chance;
      };
      // Only pairs that stick are ever asked for again.
      for (const pair of [...pairs.keys()]) {
        if (!sticks(Math.floor(pair / 2 ** 26), pair % 2 ** 26)) pairs.delete(pair);
      }
      return { find: (words, counts) => chains(words, counts, wordAt, ids, pairs) };
    },
  };
}

/** Whether nothing but a space stands between a word and the one before it. */
function joins(words: Words, at: number): boolean {
  return (words.gaps[at] as number) <= SPACE;
}

function chains(
  words: Words,
  counts: (word: number) => boolean,
  wordAt: (words: Words, at: number) => string,
  ids: ReadonlyMap<string, number>,
  pairs: ReadonlyMap<number, number>,
): readonly WordSpan[] {
  const found: WordSpan[] = [];
  let first = 0;
  let before = -1;
  const close = (end: number): void => {
    if (end - first >= 2 && end - first <= mostWords) found.push([first, end - 1]);
    first = end;
  };
  for (let at = 0; at < words.starts.length; at++) {
    const id = counts(at) ? (ids.get(wordAt(words, at)) ?? -1) : -1;
    if (before < 0 || id < 0 || !joins(words, at) || !pairs.has(pairOf(before, id))) close(at);
    before = id;
  }
  close(words.starts.length);
  return found;
}

/** Numbers with the word or letter behind them: "35 mm", "1998年". */
export function numbersWithUnits({ kinds, gaps, starts, ends }: Words): readonly WordSpan[] {
  const found: WordSpan[] = [];
  for (let at = 0; at + 1 < starts.length; at++) {
    const next = at + 1;
    if (kinds[at] !== DIGIT || kinds[next] === DIGIT || (gaps[next] as number) > SPACE) continue;
    const isUnit =
      kinds[next] === ALONE
        ? gaps[next] === GLUED
        : (ends[next] as number) - (starts[next] as number) <= 3;
    if (isUnit) found.push([at, next]);
  }
  return found;
}
