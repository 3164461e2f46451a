import type { FoundMarkup } from "../cut/markup.js";
import { inlineMarkup } from "../formats/inline-patterns.js";
import { lineBlocks, type ReadBlock } from "../formats/line-blocks.js";
import type { RootBlock } from "../formats/sections.js";
import type { TextLine } from "../formats/text-lines.js";
import type { DocumentContent } from "../formats/whole-document.js";
import { asciidocInline } from "./inline.js";

interface Reading {
  readonly lines: readonly TextLine[];
  readonly markup: FoundMarkup[];
  /** How many blocks the lines are in. */
  readonly depth: number;
}

/** Blocks nested deeper are text. */
const deepest = 20;

const heading = /^(={1,6}|#{1,6})[ \t]+\S/;
const attribute = /^:!?[\w-]+!?:(?:[ \t]|$)/;
/** `[source,ruby]`, `[[id]]`, `[#id.role]` on a line of its own. */
const blockAttributes = /^\[[^\]]*\]{1,2}[ \t]*$/;
const blockTitle = /^\.(?=[^\s.])/;
const comment = /^\/\/(?!\/)/;
/** Lines that open a block and close it; what is in some of them is taken as it is written. */
const delimiter = /^(?:(-{4,}|\.{4,}|\+{4,}|`{3,}.*)|(\/{4,})|([=*_]{4,}|--)|([|,:!]===))[ \t]*$/;
const listItem = /^[ \t]*(?:\*{1,5}|-|\.{1,5}|\d+\.|<\d+>)[ \t]+(?=\S)/;
const continuation = /^\+[ \t]*$/;

/** Blocks and markup of a document in AsciiDoc. O(length x depth). */
export function asciidocContent(lines: readonly TextLine[]): DocumentContent {
  const markup: FoundMarkup[] = [];
  return { blocks: readBlocks({ lines, markup, depth: 0 }), markup };
}

function readBlocks(reading: Reading): readonly RootBlock[] {
  return lineBlocks(reading.lines, (at) => readBlock(reading, at));
}

function readBlock(reading: Reading, at: number): ReadBlock {
  const line = reading.lines[at] as TextLine;
  const { text } = line;
  if (heading.test(text)) return readHeading(reading, at);
  if (attribute.test(text) || comment.test(text) || blockAttributes.test(text)) {
    hide(reading, line);
    return single(line, at);
  }
  if (delimiter.test(text)) return readDelimited(reading, at);
  if (listItem.test(text)) return readList(reading, at);
  return readParagraph(reading, at);
}

function hide({ markup }: Reading, { start, end }: TextLine): void {
  markup.push({ start, end });
}

function single({ start, end }: TextLine, at: number): ReadBlock {
  return { block: { kind: "prose", start, end }, next: at + 1 };
}

function readHeading(reading: Reading, at: number): ReadBlock {
  const line = reading.lines[at] as TextLine;
  const level = heading.exec(line.text)?.[1]?.length ?? 1;
  reading.markup.push({ start: line.start, end: line.start + level });
  markInline(reading, line.text, line.start);
  const { start, end } = line;
  return { block: { kind: "heading", level, start, end }, next: at + 1 };
}

/** A delimited block up to its closing line, or to the end of the document. */
function readDelimited(reading: Reading, at: number): ReadBlock {
  const { lines, markup, depth } = reading;
  const first = lines[at] as TextLine;
  const [, verbatim, hidden, container] = delimiter.exec(first.text) as RegExpExecArray;
  const closing = verbatim?.startsWith("```") ? "```" : first.text.trimEnd();
  let close = at + 1;
  while (close < lines.length && lines[close]?.text.trimEnd() !== closing) close++;
  const last = lines[Math.min(close, lines.length - 1)] as TextLine;
  const next = close + 1;
  const { start, end } = { start: first.start, end: last.end };
  if (hidden !== undefined) {
    markup.push({ start, end });
    return { block: { kind: "prose", start, end }, next };
  }
  for (const line of close < lines.length ? [first, last] : [first]) hide(reading, line);
  if (verbatim !== undefined) {
    return { block: { kind: "lines", start, end, leadEnd: first.next }, next };
  }
  const inner = lines.slice(at + 1, close);
  if (container === undefined || depth >= deepest) {
    markLines(reading, inner);
    return { block: { kind: "lines", start, end, ...tableLead(inner) }, next };
  }
  const blocks = readBlocks({ lines: inner, markup, depth: depth + 1 });
  const parts = blocks.map((block, i) => (i === 0 ? { ...block, start } : block));
  return { block: { kind: parts.length === 0 ? "prose" : "group", start, end, parts }, next };
}

/** The header of a table is the line above its first blank one. */
function tableLead(rows: readonly TextLine[]): Pick<RootBlock, "leadEnd"> {
  return rows[1]?.blank && rows[0]?.text.startsWith("|") ? { leadEnd: rows[1].next } : {};
}

/** Items up to a blank line that no item follows; "+" ties blocks to the item above. */
function readList(reading: Reading, at: number): ReadBlock {
  const { lines } = reading;
  const parts: RootBlock[] = [];
  let next = at;
  while (next < lines.length && listItem.test(lines[next]?.text ?? "")) {
    const first = lines[next] as TextLine;
    const mark = listItem.exec(first.text)?.[0] ?? "";
    if (!/\d/.test(mark))
      reading.markup.push({ start: first.start, end: first.start + mark.length });
    const end = endOfItem(lines, next);
    const last = lines[end - 1] as TextLine;
    parts.push({ kind: "prose", start: first.start, end: last.end });
    markLines(reading, lines.slice(next, end));
    next = end;
    while (lines[next]?.blank && listItem.test(lines[next + 1]?.text ?? "")) next++;
  }
  const [first, last] = [parts[0] as RootBlock, parts.at(-1) as RootBlock];
  return { block: { kind: "group", start: first.start, end: last.end, parts }, next };
}

function endOfItem(lines: readonly TextLine[], at: number): number {
  let next = at + 1;
  while (next < lines.length) {
    const text = lines[next]?.text ?? "";
    if (lines[next]?.blank || listItem.test(text)) break;
    const opening = continuation.test(lines[next - 1]?.text ?? "") && delimiter.test(text);
    next++;
    if (!opening) continue;
    while (next < lines.length && lines[next]?.text.trimEnd() !== text.trimEnd()) next++;
    next++;
  }
  return Math.min(next, lines.length);
}

/** Lines up to a blank one, or one that opens another block. */
function readParagraph(reading: Reading, at: number): ReadBlock {
  const { lines, markup } = reading;
  const first = lines[at] as TextLine;
  if (blockTitle.test(first.text)) markup.push({ start: first.start, end: first.start + 1 });
  let next = at + 1;
  while (next < lines.length && !lines[next]?.blank && !delimiter.test(lines[next]?.text ?? ""))
    next++;
  const last = lines[next - 1] as TextLine;
  markLines(reading, lines.slice(at, next));
  return { block: { kind: "prose", start: first.start, end: last.end }, next };
}

function markLines(reading: Reading, lines: readonly TextLine[]): void {
  for (const line of lines) {
    const isHidden = [continuation, comment, attribute].some((each) => each.test(line.text));
    if (isHidden) hide(reading, line);
    else markInline(reading, line.text, line.start);
  }
}

function markInline({ markup }: Reading, text: string, start: number): void {
  for (const found of inlineMarkup(text, start, asciidocInline)) markup.push(found);
}
