import { citationMarks, citedNumbers } from "@psi/core/model-text";
import { abstention } from "./abstention.js";
import { unquoted, whole, withoutEmphasis, withoutTags } from "./plain-line.js";

const preface =
  /^(?:(?:so|thus|therefore|hence),?\s+)?(?:the\s+)?(?:(?:final|correct)\s+)?answer\s+is\s*[:：]?\s*(?=\S)|^(?:最终|正确)?答案(?:是|为)\s*[:：]?\s*(?=\S)/i;

/** An answer without what sets it off; empty when nothing is left. O(length). */
export function answerText(written: string): string {
  let text = whole(withoutTags(withoutFence(written.trim()))).trim();
  text = withoutEmphasis(withoutBars(text)).replace(preface, "");
  text = unquoted(unboxed(text)).trim();
  if (/^[\s.…*_`"'|:<>-]*$/.test(text) || /^<[^<>]{1,80}>$/.test(text)) return "";
  return abstention(text) ?? text;
}

/** The answer with the passages behind it that are told apart from it, unless it cites by itself. */
export function cited(answer: string, numbers: readonly number[]): string {
  if (answer === "" || numbers.length === 0 || citationMarks(answer).length > 0) return answer;
  if (abstention(answer) !== undefined) return answer;
  return `${answer} ${[...new Set(numbers)].map((number) => `[${number}]`).join("")}`;
}

/** The numbers in a list of sources: "[1], [3]", "1 and 3", "Passage 1 (Harbour), passage 2 (Mill)". */
export function sourceNumbers(text: string): readonly number[] {
  const line = text.slice(0, 200);
  const listed = citedNumbers(line);
  if (listed !== undefined) return listed;
  const marked = citationMarks(line).flatMap(({ numbers }) => numbers);
  if (marked.length > 0) return marked;
  const named = line.match(/[\p{L}\p{M}]{1,20}[\s#]{0,3}\d{1,4}/gu) ?? [];
  return named.flatMap((each) => citedNumbers(each) ?? []);
}

function withoutFence(text: string): string {
  return text
    .replace(/^(?:```|~~~)[^\n]{0,20}\n/, "")
    .replace(/(?:```|~~~)$/, "")
    .trim();
}

/** A cell of a table, where the answer is one. */
function withoutBars(text: string): string {
  if (text.includes("\n") && !/^\|?[\s:|-]+\n/.test(text)) return text;
  const cell = text.replace(/^\|?[\s:|-]+\n/, "").replace(/^\|/, "");
  return (cell.endsWith("|") ? cell.slice(0, -1) : cell).trim();
}

function unboxed(text: string): string {
  const box = /^\$*\s*\\boxed\s*\{(.{1,2000})\}\s*\$*\.?$/s.exec(text)?.[1];
  if (box === undefined) return text;
  return box.replace(/^\\text\s*\{(.*)\}$/s, "$1").trim();
}
