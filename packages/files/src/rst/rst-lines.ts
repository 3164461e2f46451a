import type { FoundMarkup } from "../cut/markup.js";
import { inlineMarkup } from "../formats/inline-patterns.js";
import type { RootBlock } from "../formats/sections.js";
import type { TextLine } from "../formats/text-lines.js";
import { rstInline } from "./inline.js";

/** Lines that are being read: a stretch of a document. */
export interface RstLines {
  readonly lines: readonly TextLine[];
  readonly markup: FoundMarkup[];
  /** Styles of section titles, in the order in which they came; undefined where no sections can be. */
  readonly styles?: string[];
  /** How many directives the lines are in. */
  readonly depth: number;
}

/** The line after those that are blank or indented further than `indent`, without blank ones at the end. */
export function endOfIndented(lines: readonly TextLine[], at: number, indent: number): number {
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as TextLine;
    if (line.blank) continue;
    if (line.indent <= indent) break;
    end = next + 1;
  }
  return end;
}

/** Lines as one block of sentences. */
export function proseBlock(lines: readonly TextLine[], { markup }: RstLines): RootBlock {
  const [first, last] = [lines[0] as TextLine, lines.at(-1) as TextLine];
  const { start } = first;
  const text = lines.map((line) => line.text.padEnd(line.next - line.start, "\n")).join("");
  for (const found of inlineMarkup(text, start, rstInline)) markup.push(found);
  return { kind: "prose", start, end: last.end };
}
