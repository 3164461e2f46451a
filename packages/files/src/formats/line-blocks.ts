import type { RootBlock } from "./sections.js";
import type { TextLine } from "./text-lines.js";

/** A block that was read from some lines, and the line after it. */
export interface ReadBlock {
  readonly block: RootBlock;
  readonly next: number;
}

/** The blocks of some lines: each begins at the first line that is not blank after the one before. */
export function lineBlocks(
  lines: readonly TextLine[],
  readBlock: (at: number) => ReadBlock,
): readonly RootBlock[] {
  const blocks: RootBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    if (lines[at]?.blank) {
      at++;
      continue;
    }
    const { block, next } = readBlock(at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}
