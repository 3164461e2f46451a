import { DIGIT, UPPER } from "../characters.js";
import { foldWord, GLUED, SPACE, START, type WordSpan, type Words } from "../cut-words.js";
import { articles, connectors, functionWords, isAcronym } from "./word-lists.js";

/** Longer stretches of capitals are headlines. */
const mostWords = 9;

/**
 * The capitalised names of a text, in order: runs of capitalised words, with numbers after them and small
 * connecting words between them. A word that only begins a sentence is none when `isOrdinary` says so.
 * O(words).
 */
export function capitalisedNames(
  words: Words,
  isOrdinary: (foldedWord: string) => boolean,
): readonly WordSpan[] {
  const spans: WordSpan[] = [];
  const { kinds, starts } = words;
  for (let first = 0; first < starts.length; first++) {
    if (kinds[first] === DIGIT) {
      if (isYear(words, first)) spans.push([first, first]);
      continue;
    }
    if (kinds[first] !== UPPER) continue;
    const last = endOfName(words, first);
    const kept = withoutOpening(words, first, last, isOrdinary);
    if (kept <= last && last - kept < mostWords) spans.push([kept, last]);
    first = last;
  }
  return spans;
}

/** The last word of the name that starts at a capitalised word. */
function endOfName({ text, kinds, gaps, starts, ends }: Words, first: number): number {
  let last = first;
  for (let at = first + 1; at < starts.length; at++) {
    const gap = gaps[at] as number;
    if (gap > SPACE) break;
    if (gap === GLUED || kinds[at] === UPPER) {
      last = at;
    } else if (kinds[at] === DIGIT) {
      // "Boeing 747", but not the year or the day of "In May 1998" or "May 21".
      if ((ends[at] as number) - (starts[at] as number) > 3 || last !== at - 1) break;
      last = at;
    } else if (at - last > 2 || !connectors.has(text.slice(starts[at], ends[at]))) {
      break;
    }
  }
  return isPossessive(text, gaps, starts, ends, last) ? last - 1 : last;
}

/** Whether a word is the "s" of "Einstein's". */
function isPossessive(
  text: string,
  gaps: readonly number[],
  starts: readonly number[],
  ends: readonly number[],
  at: number,
): boolean {
  const start = starts[at] as number;
  if (gaps[at] !== GLUED || (ends[at] as number) - start !== 1 || text[start] !== "s") return false;
  return text[start - 1] === "'" || text[start - 1] === "’";
}

/** The first word that belongs to the name: articles, and what only begins the sentence, do not. */
function withoutOpening(
  words: Words,
  first: number,
  last: number,
  isOrdinary: (foldedWord: string) => boolean,
): number {
  const opens = words.gaps[first] === START;
  for (let at = first; at <= last; at++) {
    const word = words.text.slice(words.starts[at], words.ends[at]);
    const folded = foldWord(word);
    const isOpening = opens && at === first;
    const drops =
      functionWords.has(folded) && !isAcronym(word)
        ? isOpening || at === last || articles.has(folded)
        : isOpening && at === last && isOrdinary(folded);
    if (!drops) return at;
  }
  return last + 1;
}

/** Whether a number is four digits, and so most likely a year. */
function isYear({ text, starts, ends }: Words, at: number): boolean {
  return (
    (ends[at] as number) - (starts[at] as number) === 4 &&
    /^[12]\d{3}$/.test(text.slice(starts[at], ends[at]))
  );
}
