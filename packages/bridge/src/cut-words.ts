import { unaccented } from "@psi/core";
import { ALONE, DIGIT, kindAt, LOWER, MARK, OTHER, sizeAt, UPPER } from "./characters.js";

/** What stands between a word and the one before it. */
export const GLUED = 0;
/** White space within a line, or the stop of an initial and white space. */
export const SPACE = 1;
/** A comma or the like: names end here, sentences do not. */
export const BREAK = 2;
/** A sentence may start here: after a stop, a quote, a bracket, a colon, a line break, or nothing. */
export const START = 3;

/**
 * The words of a text, in order: where each begins and ends, its kind, and the gap before it. The kind is that
 * of its first character, but that of a capital where one follows small letters or digits: "eBay", "3M".
 */
export interface Words {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly kinds: readonly number[];
  readonly gaps: readonly number[];
}

const SLASH = 0x2f;

/** A stretch of words: the first and the last. */
export type WordSpan = readonly [first: number, last: number];

/** Abbreviations inside names whose stop ends no sentence. */
const shortened = new Set(
  "st mt ft dr mr mrs ms jr sr prof gen col lt capt sgt rev gov sen rep hon no vs".split(" "),
);

/**
 * Cuts a text into words: runs of letters, marks and digits; in scripts without spaces each letter is one.
 * Apostrophes, hyphens, stops and some slashes within end a word and glue the next to it. O(length).
 */
export function cutWords(text: string): Words {
  const words = {
    text,
    starts: [] as number[],
    ends: [] as number[],
    kinds: [] as number[],
    gaps: [] as number[],
  };
  const { starts, ends, kinds, gaps } = words;
  let at = 0;
  let before = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === OTHER || kind === MARK) {
      at += sizeAt(text, at);
      continue;
    }
    const end = endOfWord(text, at, kind);
    gaps.push(starts.length === 0 ? START : gapBetween(text, starts.at(-1) as number, before, at));
    starts.push(at);
    ends.push(end);
    const mayHaveCapital = kind === LOWER || kind === DIGIT;
    kinds.push(mayHaveCapital && hasCapital(text, at, end) ? UPPER : kind);
    at = end;
    before = end;
  }
  return words;
}

function endOfWord(text: string, start: number, kind: number): number {
  let at = start + sizeAt(text, start);
  while (at < text.length) {
    const next = kindAt(text, at);
    const goesOn = next === MARK || (kind !== ALONE && next !== OTHER && next !== ALONE);
    if (!goesOn) break;
    at += sizeAt(text, at);
  }
  return at;
}

/** Whether a word that begins with no capital has one later. */
function hasCapital(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) if (kindAt(text, at) === UPPER) return true;
  return false;
}

/** The gap between a word from `start` to `from` and the next one, which starts at `to`. */
function gapBetween(text: string, start: number, from: number, to: number): number {
  if (from === to) return GLUED;
  const first = text.charCodeAt(from);
  if (to === from + 1 && (isGlue(first) || isSlashInName(text, from))) return GLUED;
  let spaces = 0;
  let commas = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 160 || code === 9) spaces++;
    else if (code === 44 || code === 59 || code === 0x3001 || code === 0xff0c) commas++;
  }
  if (spaces === to - from) return SPACE;
  if (spaces + commas === to - from) return BREAK;
  return first === 46 && spaces === to - from - 1 && isShortened(text, start, from) ? SPACE : START;
}

/** Whether the stop after a word belongs to it: an initial, or an abbreviation inside names. */
function isShortened(text: string, start: number, end: number): boolean {
  if (end - start === 1) return kindAt(text, start) === UPPER;
  return end - start <= 4 && shortened.has(text.slice(start, end).toLowerCase());
}

/** Whether a slash joins a name: between capitals and digits (AC/DC, OS/2), not in "his/her" or "Ada/Otto". */
function isSlashInName(text: string, at: number): boolean {
  return (
    text.charCodeAt(at) === SLASH &&
    isOfName(kindAt(text, at - 1)) &&
    isOfName(kindAt(text, at + 1))
  );
}

function isOfName(kind: number): boolean {
  return kind === UPPER || kind === DIGIT;
}

/** Apostrophes, hyphens, the stop, the ampersand, the middle dot. */
function isGlue(code: number): boolean {
  return (
    code === 39 ||
    code === 45 ||
    code === 46 ||
    code === 38 ||
    code === 0x2019 ||
    code === 0x2010 ||
    code === 0x2011 ||
    code === 0xb7 ||
    code === 0x30fb
  );
}

/** A word as it is compared: lower case, full-width forms unified, accents of Latin, Greek and Cyrillic left out. */
export function foldWord(word: string): string {
  let isPlain = true;
  for (let i = 0; i < word.length && isPlain; i++) isPlain = word.charCodeAt(i) < 128;
  if (isPlain) return word.toLowerCase();
  if (word.length > 1) return foldAny(word);
  // In scripts without spaces each letter is a word, and few letters make most of a text.
  const code = word.charCodeAt(0);
  foldedLetters[code] ??= foldAny(word);
  return foldedLetters[code] as string;
}

/** What single letters are folded to, by UTF-16 unit; filled in as they are met. */
const foldedLetters: (string | undefined)[] = new Array(0x10000);

function foldAny(word: string): string {
  return unaccented(word.normalize("NFKC").toLowerCase()).replace(/ß/g, "ss").normalize("NFKC");
}

/** The words of a text, folded, in order. */
export function foldedWords(text: string): readonly string[] {
  const { starts, ends } = cutWords(text);
  return starts.map((start, i) => foldWord(text.slice(start, ends[i])));
}

/** What most names are: words of plain letters with a space between. */
const plainName = /^[a-z\d]+(?: [a-z\d]+)*$/i;

/** A name as it is compared: its words, folded, with one space between. Empty when it has none. */
export function foldName(name: string): string {
  if (plainName.test(name)) return name.toLowerCase();
  return foldedWords(name).join(" ");
}
