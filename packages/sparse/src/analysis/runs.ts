/** What a character is to the cutting of runs. */
const OTHER = 1;
/** A letter, a digit, or the low line. */
const WORD = 2;
/** A mark that belongs to the letter before it. */
const MARK = 3;
/** A sign that joins what is directly before and after it. */
const SIGN = 4;
/** What may begin an emoji. */
const PICTOGRAPH = 5;

const DOT = 0x2e;
const COLON = 0x3a;
const PLUS = 0x2b;
const HASH = 0x23;

const signs = new Set([..."-.,:'’/\\@&^·"].map((sign) => sign.charCodeAt(0)));
const pictograph =
  "(?:\\p{Emoji_Presentation}|(?=[\\u2600-\\u27BF\\u{1F000}-\\u{1FFFF}])\\p{Extended_Pictographic})";
const emoji = new RegExp(
  `\\p{Regional_Indicator}{2}|${pictograph}\\p{Emoji_Modifier}?(?:\\u200D\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)*`,
  "uy",
);

/** Kinds of UTF-16 units, filled in as they are met; 0 is not looked at yet. */
const kinds = new Uint8Array(0x10000);

/** Visits a run: where it begins and ends. */
export type VisitRun = (start: number, end: number) => void;

/**
 * Visits the runs of a text in order. A run is words of letters, digits, marks and low lines, and what single
 * signs join: "Pask's", "10.0.0.8", "src/reply.ts", "std::vector". A point in front (".NET") and signs at the
 * end ("C++", "F#") belong to it. An emoji is a run too.
 *
 * These are the words of UAX #29, joined by more signs than it keeps: what a run means is decided later, once
 * for all places where it occurs. O(length).
 */
export function eachRun(text: string, visit: VisitRun): void {
  const { length } = text;
  let at = 0;
  while (at < length) {
    // Kinds are read from the table here and below, since a call a character would take half of the time.
    const known = kinds[text.charCodeAt(at)] as number;
    if (known === OTHER || known === SIGN || known === MARK) {
      at++;
      continue;
    }
    const kind = kindAt(text, at);
    if (kind === WORD) {
      const end = endOfSigns(text, endOfRun(text, at));
      visit(isPointInFront(text, at) ? at - 1 : at, end);
      at = end;
    } else if (kind === PICTOGRAPH) {
      const end = endOfEmoji(text, at);
      if (end > at) visit(at, end);
      at = Math.max(end, at + sizeAt(text, at));
    } else {
      at += sizeAt(text, at);
    }
  }
}

function endOfEmoji(text: string, at: number): number {
  emoji.lastIndex = at;
  return at + (emoji.exec(text)?.[0].length ?? 0);
}

function endOfRun(text: string, start: number): number {
  let end = endOfWord(text, start);
  while (end < text.length) {
    if (kinds[text.charCodeAt(end)] === OTHER) return end;
    const next = isDoubleColon(text, end) ? end + 1 : end;
    if (kindAt(text, next) !== SIGN || kindAt(text, next + 1) !== WORD) break;
    end = endOfWord(text, next + 1);
  }
  return end;
}

/** The end of the signs after a run that belong to it: C++, F#. */
function endOfSigns(text: string, end: number): number {
  const code = text.charCodeAt(end);
  if (code === PLUS && text.charCodeAt(end + 1) === PLUS) return end + 2;
  return code === HASH && kindAt(text, end + 1) !== WORD ? end + 1 : end;
}

function isDoubleColon(text: string, at: number): boolean {
  return text.charCodeAt(at) === COLON && text.charCodeAt(at + 1) === COLON;
}

function endOfWord(text: string, start: number): number {
  const { length } = text;
  let at = start;
  while (at < length) {
    const known = kinds[text.charCodeAt(at)] as number;
    if (known === WORD || known === MARK) at++;
    else if (known === 0 && isOfWord(kindAt(text, at))) at += sizeAt(text, at);
    else break;
  }
  return at;
}

function isOfWord(kind: number): boolean {
  return kind === WORD || kind === MARK;
}

/** Whether the point before a word is its own: not the end of a sentence, and no ellipsis. */
function isPointInFront(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) !== DOT) return false;
  const before = kindAt(text, at - 2);
  return before !== WORD && before !== MARK && text.charCodeAt(at - 2) !== DOT;
}

/** The kind of the character at a place, OTHER outside the text. O(1). */
function kindAt(text: string, at: number): number {
  if (at < 0 || at >= text.length) return OTHER;
  const code = text.charCodeAt(at);
  const known = kinds[code] as number;
  if (known !== 0) return known;
  if (code >= 0xd800 && code < 0xdc00)
    return kindOf(String.fromCodePoint(text.codePointAt(at) as number));
  const kind = kindOf(String.fromCharCode(code));
  kinds[code] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/[\p{L}\p{N}_]/u.test(character)) return WORD;
  if (/\p{M}/u.test(character)) return MARK;
  if (signs.has(character.charCodeAt(0))) return SIGN;
  return /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(character) ? PICTOGRAPH : OTHER;
}

/** UTF-16 units of the character at a place. */
function sizeAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}
