import { namesPassages } from "./citation-words.js";

/** A place in a text that cites passages by their numbers: "[2]", "[1-3]", "[source 2]", "【3†source】". */
export interface CitationMark {
  /** UTF-16 units of the text, the space before the mark included. */
  readonly start: number;
  readonly end: number;
  /** What it cites, each number once; empty for `unread`. */
  readonly numbers: readonly number[];
  /**
   * `numbers`: numbers in one pair of brackets. `range`: the same with a range, which names some numbers only by
   * its ends. `worded`: with a word ("[passage 2]") or signs (`[^2]`, `[[2]]`, `<sup>2</sup>`) around the numbers.
   * `superscript`: "¹" after a word. `unread`: it looks like a citation, and no number can be read.
   */
  readonly form: "numbers" | "range" | "worded" | "superscript" | "unread";
}

const CODE = "```[\\s\\S]*?(?:```|$)|`[^`\\n]+`";
const INSIDE = "[^()[\\]［］【】〔〕\\n]{1,120}";
const SQUARE = ` ?(?:\\[\\[(?<double>${INSIDE})\\]\\]|[[［【〔](?<square>${INSIDE})[\\]］】〕])`;
const ADDRESS = "\\([^\\s()]{1,2000}\\)";
const ROUND = " ?[(（](?<round>[^()（）[\\]\\n]{1,120})[)）]";
const TAG = "(?:sup|cite|citation|ref|source)";
const TAGGED = ` ?<${TAG}>\\s*(?<tagged>[^<>\\n]{1,60}?)\\s*</${TAG}>| ?<(?<tag>(?:passage|abstract|source|document|doc|ref)\\s[^<>\\n]{1,60}?)/?>`;
const DIGITS = "[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}";
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
/** Not after a short word, which may be a unit or a variable: "km²", "x²". */
const RAISED = `(?<=[\\p{L}\\p{M}]{4}|[.,;:!?。，；！？、”"’»」』]|${UNSPACED})(?<raised>${DIGITS}(?:[,，˒ ]${DIGITS}){0,9})(?![\\p{L}\\p{N}(])`;
/** In an answer, brackets in code and the texts of links cite nothing. */
const IN_ANSWER = new RegExp(
  [CODE, `${SQUARE}(?!${ADDRESS})`, ROUND, TAGGED, RAISED].join("|"),
  "gu",
);
/** In a passage, code and links are no exception: they may be copied without what is around them. */
const IN_PASSAGE = new RegExp([SQUARE, ROUND, TAGGED, RAISED].join("|"), "gu");

/** UTF-16 units before a superscript that show whether it belongs to a unit. */
const BEFORE = 30;
/** Longer ranges are no citations: "[1990-2024]". */
const LONGEST_RANGE = 20;

/**
 * The marks of an answer, in order. Brackets are text, not marks, in code and in links, and where what they
 * hold cannot be passages: 0 (`a[0]`, the interval [0, 1]), a range that goes down or over more than 20.
 * Round brackets need a word: "(passage 3)". Digits of any script are read. O(length).
 */
export function citationMarks(text: string): readonly CitationMark[] {
  return [...marksBy(IN_ANSWER, text)].map(({ inner: _, ...mark }) => mark);
}

/** An answer without its marks, such as one that is looked up: the numbers mean nothing there. O(length). */
export function removeMarks(text: string): string {
  return replaceMarks(text, marksBy(IN_ANSWER, text), () => "");
}

/**
 * A passage's text in which nothing reads as a mark: brackets around numbers become ⟦ and ⟧. A model that
 * copies a reference number of the passage does not cite by it. O(length).
 */
export function setMarksApart(text: string): string {
  return replaceMarks(text, marksBy(IN_PASSAGE, text), ({ inner }, before) => {
    return `${before}⟦${inner.replace(/[[\]［］【】]/g, "")}⟧`;
  });
}

/** An answer whose code has the brackets again that `setMarksApart` replaced in the passage. O(length). */
export function restoreMarksInCode(text: string): string {
  if (!text.includes("⟦")) return text;
  return text.replace(new RegExp(CODE, "g"), (code) => code.replace(/⟦([^⟦⟧]*)⟧/g, "[$1]"));
}

/** The numbers in a list that cites: "1, 3", "passages 1 and 3". Undefined for any other text. */
export function citedNumbers(list: string): readonly number[] | undefined {
  const read = readInner(list.slice(0, 200));
  return read === undefined || read.form === "unread" ? undefined : read.numbers;
}

type Read = Pick<CitationMark, "numbers" | "form">;
type FoundMark = CitationMark & { /** What the brackets hold. */ readonly inner: string };

function* marksBy(pattern: RegExp, text: string): Generator<FoundMark> {
  const matcher = new RegExp(pattern);
  for (let found = matcher.exec(text); found !== null; found = matcher.exec(text)) {
    const { index: start, groups = {} } = found;
    const inner = Object.values(groups).find((group) => group !== undefined);
    if (inner === undefined) continue;
    const read = readMark(inner, groups, text.slice(Math.max(0, start - BEFORE), start));
    if (read !== undefined) yield { start, end: matcher.lastIndex, inner, ...read };
    // What is no mark may hold one: "<source>[1</source>]".
    else matcher.lastIndex = start + 1;
  }
}

function replaceMarks(
  text: string,
  marks: Iterable<FoundMark>,
  write: (mark: FoundMark, before: "" | " ") => string,
): string {
  let result = "";
  let copied = 0;
  for (const mark of marks) {
    if (mark.form === "unread") continue;
    const before = text[mark.start] === " " ? " " : "";
    result += text.slice(copied, mark.start) + write(mark, before);
    copied = mark.end;
  }
  return result + text.slice(copied);
}

function readMark(
  inner: string,
  groups: Readonly<Record<string, string | undefined>>,
  before: string,
): Read | undefined {
  if (groups.raised !== undefined) return readRaised(inner, before);
  const read = readInner(inner);
  if (groups.round !== undefined) return read?.form === "worded" ? read : undefined;
  if (groups.square !== undefined || read === undefined || read.form === "unread") return read;
  return { ...read, form: "worded" };
}

/** "12 metres²" has a unit; "¹²" without a comma is one number. */
function readRaised(inner: string, before: string): Read | undefined {
  if (/\d\s?[\p{L}\p{M}]{1,20}$/u.test(before)) return undefined;
  const numbers = inner.split(/[,，˒ ]/).map((each) => Number(each.normalize("NFKC")));
  return numbers.includes(0) ? undefined : { numbers: [...new Set(numbers)], form: "superscript" };
}

const SEPARATOR =
  /\s*(?:[,，、;；&]|(?<=[\d\s])(?:and|und|et|y|e|en|i|ve|og|och|и|та|và|dan|और)(?=\s)|[和与與及と]|와|과)\s*/u;
const ITEM =
  /^(?<words>(?:[\p{L}\p{M}]{1,20}[\s.:：#=_"'-]{1,4}){0,5}[\p{L}\p{M}]{0,20})(?:[#№]\s?)?(?<first>\d{1,6})(?:\s?[-–—~]\s?(?<last>\d{1,6}))?["']?(?<after>[\p{L}\p{M}]{0,4})(?<title>\s*[:|].*)?$/u;

/** What is between brackets; undefined where it is no citation. */
function readInner(inner: string): Read | undefined {
  const [content = "", ...source] = inner
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\p{Nd}/gu, decimalDigit)
    .replace(/^[\s^@#*[【]+|[\s^*.\]】]+$/g, "")
    .split("†");
  const isSigned = source.length > 0 || /^\s*[\^@#]/.test(inner);
  const items = content.trim().split(SEPARATOR).map(readItem);
  const read = items.flatMap((item) => item ?? []);
  const isWorded = isSigned || read.some((item) => item.isWorded);
  // "[passage 1: Harbour]" has a title; "4:0" before a dagger is a place in a conversation.
  const mayHaveTitle = isWorded && source.length === 0;
  const isOther = read.length < items.length || read.some((item) => item.hasTitle && !mayHaveTitle);
  if (isOther) return unreadMark(content, isSigned);
  const numbers = [...new Set(read.flatMap((item) => item.numbers))];
  if (isWorded || /\s\p{L}/u.test(content)) return { numbers, form: "worded" };
  if (numbers.includes(0)) return undefined;
  return { numbers, form: read.some((item) => item.isRange) ? "range" : "numbers" };
}

/** "3", "1-3", "passage 3": undefined where it is none of these, or its words do not name passages. */
function readItem(item: string):
  | {
      readonly numbers: readonly number[];
      readonly isRange: boolean;
      readonly isWorded: boolean;
      readonly hasTitle: boolean;
    }
  | undefined {
  const { words = "", first, last, after = "", title } = ITEM.exec(item)?.groups ?? {};
  const named = `${words} ${after}`.trim();
  if (first === undefined || (named !== "" && !namesPassages(named))) return undefined;
  const numbers = rangeOf(Number(first), Number(last ?? first));
  if (numbers === undefined) return undefined;
  return {
    numbers,
    isRange: last !== undefined,
    isWorded: named !== "",
    hasTitle: title !== undefined,
  };
}

function rangeOf(first: number, last: number): readonly number[] | undefined {
  if (last < first || last - first >= LONGEST_RANGE) return undefined;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** A citation that names its passage in a way that is not known: "[source: harbour.md]", "【4:0†source】". */
function unreadMark(content: string, signed: boolean): Read | undefined {
  const [, word = "", named = ""] =
    /^([\p{L}\p{M}]{2,20})\s*([:=#_-]|\s\p{Lu}$|.*\d)/u.exec(content) ?? [];
  const isCitation = signed ? /\d/.test(content) : named !== "" && namesPassages(word);
  return isCitation ? { numbers: [], form: "unread" } : undefined;
}

/** The value of a digit of any script: their ten digits begin at a multiple of 16, or 6 after one. */
function decimalDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  const low = code & 0xf;
  const zero = /\p{Nd}/u.test(String.fromCodePoint(code - low)) ? 0 : 6;
  return String(low - zero);
}
