import type { FoundMarkup } from "../cut/markup.js";
import type { MarkdownBlock, MarkdownBlocks } from "./read-blocks.js";

/** Text that lines around it hold together. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Puts what is between the lines of a container (`::: note` to `:::`) into one block, and what is between
 * the lines of a comment (`%%` to `%%`) into the markup. A container with a heading in it stays open, as
 * does one that is not closed. O(blocks).
 */
export function closeContainers({ blocks, markup }: MarkdownBlocks, text: string): MarkdownBlocks {
  const comments = pairs(blocks, "commentLine", (_, open) => open === undefined);
  const isOpening = (block: MarkdownBlock): boolean =>
    /^[ \t]*[:/]+[ \t]*\S/.test(text.slice(block.start, block.end));
  const found = pairs(blocks, "containerLine", isOpening).filter(({ first, last }) =>
    blocks.slice(first, last).every(({ kind }) => kind !== "heading"),
  );
  const spans = comments.map(({ first, last }): FoundMarkup => {
    const [start, end] = [
      (blocks[first] as MarkdownBlock).start,
      (blocks[last] as MarkdownBlock).end,
    ];
    return { start, end };
  });
  return { blocks: grouped(blocks, [...comments, ...found]), markup: [...markup, ...spans] };
}

/** Opening and closing lines of a type that belong together. */
function pairs(
  blocks: readonly MarkdownBlock[],
  type: string,
  opens: (block: MarkdownBlock, open: number | undefined) => boolean,
): readonly Range[] {
  const open: number[] = [];
  const found: Range[] = [];
  blocks.forEach((block, at) => {
    if (block.type !== type) return;
    if (opens(block, open.at(-1))) open.push(at);
    else {
      const first = open.pop();
      if (first !== undefined) found.push({ first, last: at });
    }
  });
  return found;
}

/** Each outermost range as one block. */
function grouped(
  blocks: readonly MarkdownBlock[],
  ranges: readonly Range[],
): readonly MarkdownBlock[] {
  const result: MarkdownBlock[] = [];
  let next = 0;
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first || b.last - a.last)) {
    if (first < next) continue;
    result.push(...blocks.slice(next, first));
    const parts = blocks.slice(first, last + 1);
    const [{ start }, end] = [parts[0] as MarkdownBlock, (parts.at(-1) as MarkdownBlock).end];
    result.push({ type: "container", kind: "group", start, end, parts });
    next = last + 1;
  }
  return [...result, ...blocks.slice(next)];
}
