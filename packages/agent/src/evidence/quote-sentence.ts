import { toOneLine } from "@psi/core/model-text";

const fenceLine = /^[^\S\n]*(?:```|~~~)[^\n]*$/gm;
const ruleLine = /^[^\S\n]*[=_*-]{3,}[^\S\n]*$/gm;
const heading = /^#{1,6}\s[^\n]*$/;
const underline = /^\s*(?:={3,}|-{3,})[^\S\n]*(?:\n|$)/;

/** A sentence of a passage as it is quoted: on one line, without lines that only set code or headings apart. */
export function quoteSentence(sentence: string): string {
  const text = toOneLine(sentence.replace(fenceLine, "").replace(ruleLine, ""));
  // Nothing but such lines: then they are what there is.
  return text === "" ? toOneLine(sentence) : text;
}

/**
 * Whether a sentence says nothing by itself: a heading, or the line that begins or ends code.
 *
 * @param after the text that follows it.
 */
export function isFrame(sentence: string, after: string): boolean {
  const text = sentence.trim();
  if (heading.test(text) || text.replace(fenceLine, "").trim() === "") return true;
  return !text.includes("\n") && underline.test(after);
}
