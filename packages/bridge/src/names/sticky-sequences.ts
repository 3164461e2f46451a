import { ALONE, DIGIT } from "../characters.js";
import { foldWord, GLUED, SPACE, type WordSpan, type Words } from "../cut-words.js";
import type { Vocabulary } from "../vocabulary.js";

/** Finds sequences of words, in scripts without spaces of letters, that occur together too often for chance. */
export interface StickySequences {
  /** Stretches `[first, last]` of at least two words, in order, of those words for which `counts` says so. */
  find(words: Words, counts: (word: number) => boolean): readonly WordSpan[];
}

/** How many times more often than by chance two words must stand together. */
const leastLift = 30;
const leastTogether = 2;
const mostWords = 8;

/**
 * Whether two words that stand together so often do so more often than by chance, where each occurs so often
 * among so many in all.
 */
export function sticks(together: number, first: number, second: number, total: number): boolean {
  return together >= leastTogether && together >= leastLift * ((first * second) / total);
}

/** Finds chains of words of which each two neighbours stick. */
export function stickySequences(
  words: Vocabulary,
  stick: (first: number, second: number) => boolean,
): StickySequences {
  return { find: (cut, counts) => chains(cut, counts, words, stick) };
}

/** Whether nothing but a space stands between a word and the one before it. */
function joins(words: Words, at: number): boolean {
  return (words.gaps[at] as number) <= SPACE;
}

function chains(
  words: Words,
  counts: (word: number) => boolean,
  vocabulary: Vocabulary,
  stick: (first: number, second: number) => boolean,
): readonly WordSpan[] {
  const { text, starts, ends } = words;
  const idAt = (at: number): number =>
    counts(at) ? vocabulary.find(foldWord(text.slice(starts[at], ends[at]))) : -1;
  const found: WordSpan[] = [];
  let first = 0;
  let before = -1;
  const close = (end: number): void => {
    if (end - first >= 2 && end - first <= mostWords) found.push([first, end - 1]);
    first = end;
  };
  for (let at = 0; at < starts.length; at++) {
    const id = idAt(at);
    if (before < 0 || id < 0 || !joins(words, at) || !stick(before, id)) close(at);
    before = id;
  }
  close(starts.length);
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
