import type { Span } from "@psi/core";
import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wide =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uffef";
const closing = "、。，．！？：；）」』】》〉";
// A run of white space; a character of a script written without spaces, with the marks that must not
// begin a line; or a word.
const pieces = new RegExp(`\\s+|[${wide}][${closing}]*|[^\\s${wide}]+`, "gu");

/** Terminal columns of a text; wide characters count two, styles none. */
export function columns(text: string): number {
  // The common case, where a column is a character.
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);
}

/** A text cut to some columns, the cut shown by an ellipsis. Takes text without styles. */
export function fit(text: string, width: number): string {
  if (!tooWide(text, width)) return text;
  return `${text.slice(0, prefixLength(text, width - 1)).trimEnd()}…`;
}

/** A text filled up with spaces to some columns, on the left or on the right. */
export function pad(text: string, width: number, side: "left" | "right" = "left"): string {
  const space = " ".repeat(Math.max(0, width - columns(text)));
  return side === "left" ? text + space : space + text;
}

/**
 * Where the lines of a text begin and end when it is wrapped at some columns: between words, between any
 * two characters of Chinese, Japanese and Korean, and inside words that are longer than a line. Spaces at
 * the breaks belong to no line. O(length).
 */
export function wrap(text: string, width: number): readonly Span[] {
  const lines: Span[] = [];
  let start = -1;
  let end = 0;
  let used = 0;
  const finish = (): void => {
    if (start >= 0) lines.push({ start, end });
    start = -1;
    used = 0;
  };
  for (const piece of cutToWidth(text, width)) {
    if (piece.columns > 0 && used + piece.columns > width) finish();
    if (piece.blank) {
      used += start < 0 ? 0 : piece.end - piece.start;
      continue;
    }
    if (start < 0) {
      start = piece.start;
      used = 0;
    }
    used += piece.columns;
    end = piece.end;
  }
  finish();
  return lines;
}

interface Piece extends Span {
  readonly columns: number;
  readonly blank: boolean;
}

function* cutToWidth(text: string, width: number): Generator<Piece> {
  for (const match of text.matchAll(pieces)) {
    let rest = match[0];
    let start = match.index;
    const blank = /^\s/.test(rest);
    while (!blank && tooWide(rest, width)) {
      const length = Math.max(1, prefixLength(rest, width));
      yield { start, end: start + length, columns: width, blank };
      start += length;
      rest = rest.slice(length);
    }
    yield { start, end: start + rest.length, columns: blank ? 0 : columns(rest), blank };
  }
}

/** Units that are looked at for a column: more marks on one letter than that are taken for too wide. */
const unitsPerColumn = 16;

function tooWide(text: string, width: number): boolean {
  return text.length > width * unitsPerColumn || columns(text) > width;
}

/** Characters of a text that fit into some columns, never part of one that the reader sees as whole. */
function prefixLength(text: string, width: number): number {
  // The common case again: no mark follows that would belong to the last character.
  if (/^[\x20-\x7e]+$/.test(text.slice(0, width + 1)) && text.length > width) return width;
  const head = text.slice(0, width * unitsPerColumn);
  let used = 0;
  for (const { segment, index } of graphemes.segment(head)) {
    used += columns(segment);
    if (used > width) return index;
  }
  return head.length;
}
