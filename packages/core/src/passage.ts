import type { DocumentInterface } from "@langchain/core/documents";
import type { Span } from "./sentences.js";

/**
 * A chunk of text to index: LangChain's document. `id` is the caller's name for it. `pageContent` is what is
 * shown and cited. These fields of `metadata` have a meaning here; all others are kept as they are:
 *
 * - `title`, a string or a number: indexed in front of the text.
 * - `markup`, a list of `MarkupSpan`: stretches of `pageContent` that are shown, but not indexed.
 * - `source`, `start`, `end`, `line`, `repeated`: where the passage is in its file; see `placeInSource`.
 */
export type Passage = DocumentInterface;

/**
 * A stretch of a passage's text that is markup, in UTF-16 units, `end` excluded: an HTML tag, a comment, an
 * anchor. It is indexed as blanks of the same length, or as `replacement`, which blanks fill up.
 */
export type MarkupSpan = readonly [start: number, end: number, replacement?: string];

/** A passage's title, where it has one that is not blank: a string, or a number in decimal digits. */
export function titleOf(passage: Pick<Passage, "metadata">): string | undefined {
  const title: unknown = passage.metadata?.title;
  if (typeof title === "number" && Number.isFinite(title)) return String(title);
  return typeof title === "string" && title.trim() !== "" ? title : undefined;
}

/**
 * A passage's text without its markup. It is as long as `pageContent`, so positions in one are positions in
 * the other; line breaks stay. Spans that are invalid, overlap, or reach outside the text are ignored:
 * `markup` may be a caller's own field. O(length).
 */
export function plainText({
  pageContent,
  metadata,
}: Pick<Passage, "metadata" | "pageContent">): string {
  const markup: unknown = metadata?.markup;
  if (!Array.isArray(markup) || markup.length === 0) return pageContent;
  let plain = "";
  let copied = 0;
  for (const span of markup as readonly unknown[]) {
    if (!isMarkupSpan(span) || span[0] < copied || span[1] > pageContent.length) continue;
    const [start, end, replacement = ""] = span;
    plain += pageContent.slice(copied, start) + replacement;
    plain += pageContent.slice(start + replacement.length, end).replace(/[^\r\n]/g, " ");
    copied = end;
  }
  return plain + pageContent.slice(copied);
}

function isMarkupSpan(span: unknown): span is MarkupSpan {
  if (!Array.isArray(span)) return false;
  const [start, end, replacement = ""] = span as readonly unknown[];
  return (
    Number.isSafeInteger(start) &&
    Number.isSafeInteger(end) &&
    typeof replacement === "string" &&
    (start as number) + replacement.length <= (end as number)
  );
}

/** The text of a passage as it is embedded and searched: its title, a line break, its text without markup. */
export function indexedText(passage: Pick<Passage, "metadata" | "pageContent">): string {
  const title = titleOf(passage);
  const text = plainText(passage);
  return title === undefined ? text : `${title}\n${text}`;
}

/** Where some characters of a passage are in the file that it is from. */
export interface PlaceInSource {
  /** `metadata.source`: the file, as a path. */
  readonly source?: string;
  /** The same characters in the file's text, in UTF-16 units. */
  readonly sourceSpan?: Span;
  /** The first and the last line, from 1. */
  readonly sourceLines?: { readonly first: number; readonly last: number };
}

/**
 * Where `span` of a passage's text is in its file, as far as its metadata say. `metadata.start` and
 * `metadata.end` are the passage's place in the file's text in UTF-16 units, `metadata.line` is its first
 * line, from 1. The first `metadata.repeated` units of `pageContent` (default 0) are not at that place: they
 * repeat what stands earlier in the file, such as a table's header row. A span inside them is at `start`.
 * O(length).
 *
 * @example
 * placeInSource({ pageContent: "a\nb", metadata: { source: "n.md", start: 10, end: 13, line: 4 } }, { start: 2, end: 3 });
 * // { source: "n.md", sourceSpan: { start: 12, end: 13 }, sourceLines: { first: 5, last: 5 } }
 */
export function placeInSource(
  { pageContent, metadata }: Pick<Passage, "metadata" | "pageContent">,
  span: Span,
): PlaceInSource {
  const { source, start, end, line, repeated } = metadata ?? {};
  const skipped = wholeFrom(0, repeated) ?? 0;
  const named = typeof source === "string" ? { source } : {};
  const first = wholeFrom(0, start);
  if (first === undefined || end !== first + pageContent.length - skipped) return named;
  const from = Math.max(0, span.start - skipped);
  const to = Math.max(from, span.end - skipped);
  const sourceSpan = { start: first + from, end: first + to };
  const firstLine = wholeFrom(1, line);
  if (firstLine === undefined) return { ...named, sourceSpan };
  const body = pageContent.slice(skipped);
  const lineAt = (at: number): number => firstLine + lineBreaks(body.slice(0, at));
  const sourceLines = { first: lineAt(from), last: lineAt(Math.max(from, to - 1)) };
  return { ...named, sourceSpan, sourceLines };
}

function wholeFrom(least: number, value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= least ? (value as number) : undefined;
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}
