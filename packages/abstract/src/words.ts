/** A word of a text, or a run of Chinese or Japanese characters. */
export interface Word {
  /** As it is written, without a possessive. */
  readonly surface: string;
  /** In small letters. */
  readonly low: string;
  /** What equal words share: small letters, singular. */
  readonly key: string;
  /** A 32-bit hash of `key`. */
  readonly hash: number;
  readonly capital: boolean;
  /** Whether punctuation stands before it, so that no phrase runs into it. */
  readonly apart: boolean;
  /** Whether it may be capital only because a sentence or a quotation begins. */
  readonly opening: boolean;
  /** Whether it is a run of characters that are written without spaces. */
  readonly unspaced: boolean;
}

const unspacedLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const spacedWords = /(?:\p{Lu}\.){2,}|[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu;
const mixedWords =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々])[\p{L}\p{M}\p{N}])+(?:[-'’][\p{Script=Latin}\p{N}]+)*/gu;
const capitalLetter = /^\p{Lu}/u;
const abbreviation = /^(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|Jr|Sr|Mt|Ft)$/u;

/** The words of a text, in order. O(length). */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  const pattern = unspacedLetter.test(text) ? mixedWords : spacedWords;
  let end = 0;
  let before = "";
  for (const match of text.matchAll(pattern)) {
    const found = match[0];
    const start = match.index;
    const gap = start - end === 1 && text.charCodeAt(end) === 32 ? " " : text.slice(end, start);
    const apart = end === 0 || separates(gap, before);
    const surface = hasPossessive(found) ? found.slice(0, -2) : found;
    const low = surface.toLowerCase();
    const key = singular(low);
    words.push({
      surface,
      low,
      key,
      hash: hashOf(key),
      capital: capitalLetter.test(surface),
      apart,
      opening: end === 0 || (apart && /[.!?:;"“«‘(\n]/.test(gap)),
      unspaced: pattern === mixedWords && unspacedLetter.test(surface),
    });
    end = start + found.length;
    before = found;
  }
  return words;
}

function hasPossessive(word: string): boolean {
  return word.endsWith("s") && (word.endsWith("'s") || word.endsWith("’s"));
}

/** Whether what stands between two words keeps them from being one phrase. */
function separates(gap: string, before: string): boolean {
  if (gap === " " || gap === "\n" || gap === "_" || gap === " & ") return false;
  return !(gap === ". " && abbreviation.test(before));
}

/** A word in small letters without the plural's "s" of a longer word, so that "film" and "films" are one. */
export function singular(low: string): string {
  if (low.length < 4 || !low.endsWith("s")) return low;
  if (low.endsWith("ies")) return low.length > 4 ? `${low.slice(0, -3)}y` : low;
  if (/(?:ss|sh|ch|x|z)es$/.test(low)) return low.slice(0, -2);
  return /[sui]s$/.test(low) ? low : low.slice(0, -1);
}

/** FNV-1a over UTF-16 units: 32 bits, unsigned. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The hash of two words that follow one another. */
export function pairHash(first: number, second: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(second ^ (second >>> 15), 0x85ebca6b)) >>> 0;
}

/** How many words a text has: each Chinese or Japanese character counts as two thirds of one. */
export function countWords(text: string): number {
  let count = 0;
  let characters = 0;
  for (const [word] of text.matchAll(mixedWords)) {
    if (unspacedLetter.test(word)) characters += [...word].length;
    else count++;
  }
  return count + Math.round((characters * 2) / 3);
}

/** The first words of a text, counted as `countWords` does, with "…" behind when something was cut. */
export function clipWords(text: string, limit: number): string {
  let left = limit;
  for (const match of text.matchAll(mixedWords)) {
    const characters = unspacedLetter.test(match[0]) ? [...match[0]] : undefined;
    const cost = characters === undefined ? 1 : (characters.length * 2) / 3;
    if (cost <= left) {
      left -= cost;
      continue;
    }
    const part = characters?.slice(0, Math.floor(left * 1.5)).join("") ?? "";
    return `${(text.slice(0, match.index) + part).trimEnd()}…`;
  }
  return text;
}
