import type { Block } from "../cut/block.js";
import type { ReadBlock } from "../formats/line-blocks.js";
import type { RootBlock } from "../formats/sections.js";
import type { TextLine } from "../formats/text-lines.js";
import { endOfIndented, proseBlock, type RstLines } from "./rst-lines.js";

/** Directives that show nothing of what is in them. */
const hidden: ReadonlySet<string> = new Set(
  `contents currentmodule default-role highlight include index meta module raw role sectnum
  tabularcolumns toctree`.split(/\s+/),
);
/** Directives whose argument is a file. */
const pictures: ReadonlySet<string> = new Set("figure image literalinclude graphviz".split(" "));
const code: ReadonlySet<string> = new Set(
  "code code-block doctest literalinclude parsed-literal prompt sourcecode testcode testoutput".split(
    " ",
  ),
);
const directive = /^[ \t]*\.\.[ \t]+(?:\|[^|]*\|[ \t]+)?([\w:+.-]+)::[ \t]*/;
const footnote = /^[ \t]*\.\.[ \t]+\[[^\]]*\][ \t]*/;
const option = /^[ \t]+:[\w -]+:/;
const deepest = 20;

/** Reads the blocks of some lines. */
type ReadBlocks = (context: RstLines) => readonly RootBlock[];

/** Reads what begins with "..": a directive, a footnote, a target or a comment, with what is indented below. */
export function readExplicit(context: RstLines, at: number, read: ReadBlocks): ReadBlock {
  const { lines, markup } = context;
  const first = lines[at] as TextLine;
  const next = endOfIndented(lines, at, first.indent);
  const end = lines[next - 1]?.end ?? first.end;
  const name = directive.exec(first.text)?.[1]?.toLowerCase();
  const mark = (directive.exec(first.text) ?? footnote.exec(first.text))?.[0];
  if (mark === undefined || (name !== undefined && hidden.has(name))) {
    markup.push({ start: first.start, end });
    return { block: { kind: "prose", start: first.start, end }, next };
  }
  const hidesArgument = name !== undefined && pictures.has(name);
  const shown = first.start + (hidesArgument ? first.text.length : mark.length);
  markup.push({ start: first.start, end: shown });
  const body = options(context, at + 1, next);
  const inner = lines.slice(body, next);
  const lead = lines[body]?.start ?? end;
  const block = { start: first.start, end };
  if (name !== undefined && code.has(name)) {
    return { block: { kind: "lines", ...block, leadEnd: lead }, next };
  }
  return { block: { ...block, ...nested(context, at, inner, read) }, next };
}

/** Marks the options of a directive, and returns the line after them. */
function options({ lines, markup }: RstLines, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const line = lines[at] as TextLine;
    const found = option.exec(line.text)?.[0];
    if (found === undefined) break;
    const isText = found.trim() === ":alt:" || found.trim() === ":caption:";
    markup.push({ start: line.start, end: isText ? line.start + found.length : line.end });
  }
  while (at < to && lines[at]?.blank) at++;
  return at;
}

/** The first line of a directive, and the blocks that are indented below it. */
function nested(
  context: RstLines,
  at: number,
  inner: readonly TextLine[],
  read: ReadBlocks,
): Pick<RootBlock, "kind" | "parts"> {
  const { markup, depth, lines } = context;
  const first = proseBlock([lines[at] as TextLine], context);
  if (inner.length === 0) return { kind: "prose" };
  if (depth >= deepest) {
    proseBlock(inner, context);
    return { kind: "prose" };
  }
  const parts: Block[] = [first, ...read({ lines: inner, markup, depth: depth + 1 })];
  return { kind: "group", parts };
}
