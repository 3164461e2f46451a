/** What a character is to the cutting of words. */
export const OTHER = 1;
export const LOWER = 2;
export const UPPER = 3;
/** A letter without case of a script that writes spaces. */
export const UNCASED = 4;
export const DIGIT = 5;
/** A mark that belongs to the letter before it. */
export const MARK = 6;
/** A letter of a script without spaces: each is a word of its own. */
export const ALONE = 7;

/** Scripts that write no spaces between words; Korean writes them, but glues particles to names. */
const alone =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Kinds of UTF-16 units, filled in as they are met; 0 is not looked at yet. */
const kinds = new Uint8Array(0x10000);

/** The kind of the character that starts at `at`. O(1). */
export function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code < 0xdc00)
    return kindOf(String.fromCodePoint(text.codePointAt(at) as number));
  const known = kinds[code] as number;
  if (known !== 0) return known;
  const kind = kindOf(String.fromCharCode(code));
  kinds[code] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return UPPER;
  if (/\p{Ll}/u.test(character)) return LOWER;
  if (/\p{N}/u.test(character)) return DIGIT;
  if (/\p{M}/u.test(character)) return MARK;
  // The long vowel mark of Katakana is a letter of two scripts.
  if (/\p{L}/u.test(character))
    return alone.test(character) || character === "ー" ? ALONE : UNCASED;
  return OTHER;
}

/** UTF-16 units of the character that starts at `at`. */
export function sizeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}
