/** A mark of citation in an answer: "[2]", "[2, 5]", "[1-3]", "【3】". */
export interface Mark {
  /** Characters of the answer, the space before it included. */
  readonly start: number;
  readonly end: number;
  /** What it cites, from 1, each once. */
  readonly numbers: readonly number[];
  /** Whether a range was written, which names some of its numbers only by its ends. */
  readonly isRange: boolean;
}

const NUMBER = String.raw`\d{1,6}(?: ?[-–—~] ?\d{1,6})?`;
/** Code in backticks, or a list of numbers in brackets that is not the text of a link: [1](address). */
const PIECE = new RegExp(
  [
    "```[\\s\\S]*?(?:```|$)",
    "`[^`\\n]+`",
    ` ?[[［【](${NUMBER}(?: ?[,，、;；] ?${NUMBER})*)[\\]］】](?!\\([^\\s()]{1,2000}\\))`,
  ].join("|"),
  "g",
);

/** Longer ranges are no citations: "[1990-2024]". */
const LONGEST_RANGE = 20;

/**
 * The marks of an answer, in order. Brackets are text, not marks, in code and in links, and where what they
 * hold cannot be passages: 0 (`a[0]`, the interval [0, 1]), a range that goes down or over more than 20.
 * O(length).
 */
export function marksIn(text: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { 0: written, 1: list, index: start } of text.matchAll(PIECE)) {
    if (list === undefined) continue;
    const numbers = numbersOf(list);
    if (numbers === undefined) continue;
    marks.push({ start, end: start + written.length, numbers, isRange: /[-–—~]/.test(list) });
  }
  return marks;
}

/** Undefined where one of them cannot be a passage's. */
function numbersOf(list: string): readonly number[] | undefined {
  const numbers = new Set<number>();
  for (const item of list.split(/[,，、;；]/)) {
    const [first, last = first] = (item.match(/\d+/g) ?? []).map(Number) as [number, number?];
    if (first === 0 || last < first || last - first >= LONGEST_RANGE) return undefined;
    for (let number = first; number <= last; number++) numbers.add(number);
  }
  return [...numbers];
}
