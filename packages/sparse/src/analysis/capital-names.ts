import { functionWords } from "./stop-words.js";

/** A run's place in a text. */
export interface RunPlace {
  readonly start: number;
  readonly end: number;
}

const capitals = /^\p{Lu}{2,}$/u;
const capitalsFollow = /^\s+\p{Lu}{2,}(?!\p{L})/u;
const beginsWithCapital = /^\p{Lu}/u;
/** How far the next word is looked for, in UTF-16 units. */
const lookAhead = 40;
const LETTER_A = 0x41;
const LETTER_Z = 0x5a;
const POINT = 0x2e;

/** Whether the run that ends at a place may be in capitals: almost none is. */
export function endsInCapital(text: string, end: number): boolean {
  const code = text.charCodeAt(end - 1);
  return code >= LETTER_A && code <= LETTER_Z;
}

/**
 * Whether a stop word in capitals is a name: IT in "the IT office", but not in a text of capitals. A letter is
 * one if a word stands directly in front ("vitamin A"), and I if that has a capital too ("World War I").
 */
export function isCapitalName(text: string, run: RunPlace, before: RunPlace): boolean {
  const last = text.slice(before.start, before.end);
  if (run.end - run.start === 1) {
    if (last === "" || text.slice(before.end, run.start) !== " ") return false;
    return text.charCodeAt(run.start) === LETTER_A || beginsWithCapital.test(last);
  }
  const isWritten = capitals.test(text.slice(run.start, run.end));
  return (
    isWritten &&
    !capitals.test(last) &&
    !capitalsFollow.test(text.slice(run.end, run.end + lookAhead))
  );
}

const initial = /^\.\s+(\p{Lu}[\p{L}\p{M}]*)/u;

/**
 * Whether a letter is an initial, the J of "J. R. Pask": a capital, a point, and a word with a capital that is
 * no function word. It is a part of a name rather than a word.
 */
export function isInitial(text: string, { start, end }: RunPlace): boolean {
  if (end - start !== 1 || text.charCodeAt(end) !== POINT) return false;
  const next = initial.exec(text.slice(end, end + lookAhead))?.[1];
  return next !== undefined && !functionWords.has(next.toLowerCase());
}
