import type { MarkupSpan, Passage } from "@psi/core";
import type { SectionChunk } from "./cut-section.js";
import { markupWithin } from "./markup.js";

/** Where a chunk begins in its document. */
export interface Place {
  /** In UTF-16 units of the document's text. */
  readonly start: number;
  /** From 1. */
  readonly line: number;
}

/** What the passages of a section have in common. */
export interface Shared {
  /** The file, as a path. */
  readonly source: string;
  readonly title: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A chunk without blank lines around it. */
export function trimmed(text: string, { start, end, repeat }: SectionChunk): SectionChunk {
  const inside = text.slice(start, end);
  const blankLines = /^(?:[^\S\r\n\u2028\u2029]*[\r\n\u2028\u2029])*/u.exec(inside)?.[0] ?? "";
  const last = start + inside.trimEnd().length;
  const from = Math.min(start + blankLines.length, last);
  return { start: from, end: last, ...(repeat && { repeat }) };
}

/** A chunk of a text as a passage that knows its place. */
export function placedPassage(
  { text, markup }: { readonly text: string; readonly markup: readonly MarkupSpan[] },
  { start, end, repeat }: SectionChunk,
  place: Place,
  { source, title, metadata }: Shared,
): Passage {
  const lead = repeat === undefined ? "" : text.slice(repeat.start, repeat.end).trimStart();
  const leadStart = repeat === undefined ? 0 : repeat.end - lead.length;
  const spans = [
    ...markupWithin(markup, leadStart, leadStart + lead.length),
    ...markupWithin(markup, start, end).map(
      ([from, to, ...replacement]) =>
        [from + lead.length, to + lead.length, ...replacement] as const,
    ),
  ];
  return {
    id: `${source}#${place.start}`,
    pageContent: lead + text.slice(start, end),
    metadata: {
      ...metadata,
      ...(title !== undefined && { title }),
      source,
      start: place.start,
      end: place.start + end - start,
      line: place.line,
      ...(lead !== "" && { repeated: lead.length }),
      ...(spans.length > 0 && { markup: spans }),
    },
  };
}

/** How many lines end in a text. */
export function lineBreaks(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}
