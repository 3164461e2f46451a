import type { Block } from "../cut/block.js";
import type { FoundMarkup } from "../cut/markup.js";
import { inlineMarkup } from "../formats/inline-patterns.js";
import { lineBlocks, type ReadBlock } from "../formats/line-blocks.js";
import type { RootBlock } from "../formats/sections.js";
import type { TextLine } from "../formats/text-lines.js";
import type { DocumentContent } from "../formats/whole-document.js";
import { readExplicit } from "./explicit-markup.js";
import { rstInline } from "./inline.js";
import { endOfIndented, proseBlock, type RstLines } from "./rst-lines.js";

const adornment = /^([!-/:-@[-`{-~])\1*[ \t]*$/;
const listItem = /^[ \t]*(?:[-*+•]|(?:\d+|[a-zA-Z#])[.)]|\(\w+\))[ \t]+\S/;
const gridBorder = /^[ \t]*\+[-=+]{3,}\+[ \t]*$/;
const simpleBorder = /^[ \t]*=+(?:[ \t]+=+)+[ \t]*$/;

/** Blocks and markup of a document in reStructuredText. O(length x depth). */
export function rstContent(lines: readonly TextLine[]): DocumentContent {
  const markup: FoundMarkup[] = [];
  return { blocks: rstBlocks({ lines, markup, styles: [], depth: 0 }), markup };
}

function rstBlocks(context: RstLines): readonly RootBlock[] {
  return lineBlocks(context.lines, (at) => readBlock(context, at));
}

function readBlock(context: RstLines, at: number): ReadBlock {
  const { text } = context.lines[at] as TextLine;
  return (
    readTitle(context, at) ??
    (/^[ \t]*(?:\.\.|__)(?:[ \t]|$)/.test(text)
      ? readExplicit(context, at, rstBlocks)
      : undefined) ??
    (gridBorder.test(text) || simpleBorder.test(text) ? readTable(context, at) : undefined) ??
    (listItem.test(text) ? readList(context, at) : undefined) ??
    readParagraph(context, at)
  );
}

/** A line with a line of one mark below it, and maybe above it too. */
function readTitle({ lines, markup, styles }: RstLines, at: number): ReadBlock | undefined {
  const [first, second, third] = [lines[at], lines[at + 1], lines[at + 2]];
  const mark = (line: TextLine | undefined): string | undefined =>
    line === undefined ? undefined : adornment.exec(line.text)?.[1];
  const over = mark(first);
  const isOver = over !== undefined && over === mark(third) && second?.blank === false;
  const title = isOver ? second : first;
  const under = isOver ? third : second;
  const style = mark(under);
  if (first === undefined || title === undefined || under === undefined) return undefined;
  const long = under.text.trimEnd().length >= Math.min(title.text.trim().length, 3);
  if (style === undefined || title.blank || !long || (!isOver && (over ?? "") !== ""))
    return undefined;
  if (!isOver && title.indent > 0) return undefined;
  for (const line of isOver ? [first, under] : [under]) {
    markup.push({ start: line.start, end: line.end });
  }
  for (const found of inlineMarkup(title.text, title.start, rstInline)) markup.push(found);
  const block = { start: first.start, end: under.end };
  const next = at + (isOver ? 3 : 2);
  if (styles === undefined) return { block: { kind: "prose", ...block }, next };
  const name = `${style}${isOver ? " over" : ""}`;
  if (!styles.includes(name)) styles.push(name);
  return { block: { kind: "heading", level: styles.indexOf(name) + 1, ...block }, next };
}

/** Up to the blank line after the last border. */
function readTable({ lines, markup }: RstLines, at: number): ReadBlock {
  let next = at;
  let header: number | undefined;
  let borders = 0;
  const isSimple = simpleBorder.test(lines[at]?.text ?? "");
  for (; next < lines.length; next++) {
    const line = lines[next] as TextLine;
    const isBorder = isSimple ? simpleBorder.test(line.text) : gridBorder.test(line.text);
    if (isBorder) {
      markup.push({ start: line.start, end: line.end });
      borders++;
      if (borders === 2) header = line.next;
    }
    const ends = line.blank && (!isSimple || borders !== 2);
    if (ends && next > at) break;
  }
  const [first, last] = [lines[at] as TextLine, lines[next - 1] as TextLine];
  const block = { kind: "lines", start: first.start, end: last.end } as const;
  const hasHeader = header !== undefined && borders > 2;
  return { block: { ...block, ...(hasHeader && { leadEnd: header as number }) }, next };
}

/** Items of one indentation; what is indented further belongs to the item above. */
function readList(context: RstLines, at: number): ReadBlock {
  const { lines } = context;
  const { indent, start } = lines[at] as TextLine;
  const parts: Block[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] as TextLine;
    if (line.indent !== indent || !listItem.test(line.text)) break;
    const end = endOfIndented(lines, next, indent);
    const inside = lines.slice(next, end);
    parts.push(proseBlock(inside, context));
    next = end;
    while (lines[next]?.blank) next++;
  }
  const last = parts.at(-1) as Block;
  return { block: { kind: "group", start, end: last.end, parts }, next };
}

/** Lines up to a blank one; after "::" what is indented is taken as it is written. */
function readParagraph(context: RstLines, at: number): ReadBlock {
  const { lines } = context;
  const first = lines[at] as TextLine;
  let next = at + 1;
  while (next < lines.length && !lines[next]?.blank) next++;
  const block = proseBlock(lines.slice(at, next), context);
  if (!lines[next - 1]?.text.trimEnd().endsWith("::")) return { block, next };
  const end = endOfIndented(lines, next - 1, first.indent);
  if (end <= next) return { block, next };
  const literal = lines.slice(next, end).filter(({ blank }) => !blank);
  const [start, stop] = [literal[0]?.start ?? block.end, lines[end - 1]?.end ?? block.end];
  const parts: Block[] = [block, { kind: "lines", start, end: stop }];
  return { block: { kind: "group", start: block.start, end: stop, parts }, next: end };
}
