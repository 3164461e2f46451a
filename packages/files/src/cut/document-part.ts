import { type MarkupSpan, plainText, type Span } from "@psi/core";
import { inlineElements } from "../formats/html-tags.js";
import type { Section } from "./block.js";
import { type FoundMarkup, markupSpans, markupWithin, softHyphen } from "./markup.js";

/** A text with its markup known. */
export interface MarkedText {
  readonly text: string;
  readonly markup: readonly MarkupSpan[];
  /** The text with its markup blanked out: as long as the text. */
  readonly plain: string;
}

/** A part of a document that was read. The parts joined, without what they repeat, are the document. */
export interface DocumentPart extends MarkedText {
  /** How many characters at the beginning repeat what was read before. */
  readonly repeated: number;
  readonly sections: readonly Section[];
  /** What every passage of the document has in its metadata; of the first part alone. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export function markedText(text: string, found: readonly FoundMarkup[]): MarkedText {
  const markup = markupSpans(found, text);
  return { text, markup, plain: plainText({ pageContent: text, metadata: { markup } }) };
}

/** A stretch of a text as a reader sees it: without its markup, in one line, without a link to itself. */
export function shownText({ text, markup }: MarkedText, { start, end }: Span): string {
  let shown = "";
  let at = start;
  for (const [from, to, replacement] of markupWithin(markup, start, end)) {
    const tags = text.slice(start + from, start + to).matchAll(/<\/?([a-z][\w-]*)/gi);
    const parts = [...tags].some(([, name = ""]) => !inlineElements.has(name.toLowerCase()));
    shown += text.slice(at, start + from) + (replacement ?? (parts ? " " : ""));
    at = start + to;
  }
  shown += text.slice(at, end);
  return shown.replaceAll(softHyphen, "").replace(/\s+/g, " ").replace(/¶\s*$/, "").trim();
}
