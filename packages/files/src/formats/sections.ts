import type { Block, Section } from "../cut/block.js";
import type { TitlePath } from "../title/title-path.js";

/** A block that is in no other. */
export interface RootBlock extends Block {
  /** Of a heading, from 1. */
  readonly level?: number;
}

/** A heading and what is below it, up to the next one. */
interface Stretch {
  readonly heading?: RootBlock;
  readonly blocks: readonly RootBlock[];
}

/**
 * Blocks as sections: a heading begins one. A heading with nothing below it shares the section of the next
 * heading, if that one is not above it, or else the section before it.
 *
 * @param nameOf a heading as a reader sees it.
 */
export function sectionsOf(
  blocks: readonly RootBlock[],
  path: TitlePath,
  nameOf: (heading: RootBlock) => string,
): readonly Section[] {
  const sections: { title: string | undefined; blocks: Block[] }[] = [];
  let bare: RootBlock[] = [];
  const flush = (): void => {
    const last = sections.at(-1);
    if (last !== undefined) for (const heading of bare) last.blocks.push(heading);
    else if (bare.length > 0) sections.push({ title: path.title(), blocks: bare });
    bare = [];
  };
  for (const { heading, blocks: below } of stretches(blocks)) {
    const level = heading?.level ?? 0;
    if (level < (bare.at(-1)?.level ?? 0)) flush();
    if (heading !== undefined) path.enter(level, nameOf(heading));
    if (heading !== undefined && below.length === 0) bare.push(heading);
    else {
      const own = heading === undefined ? [] : [heading];
      sections.push({ title: path.title(), blocks: [...bare, ...own, ...below] });
      bare = [];
    }
  }
  flush();
  return sections;
}

function stretches(blocks: readonly RootBlock[]): readonly Stretch[] {
  const found: { heading?: RootBlock; blocks: RootBlock[] }[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") found.push({ heading: block, blocks: [] });
    else if (found.length === 0) found.push({ blocks: [block] });
    else found.at(-1)?.blocks.push(block);
  }
  return found;
}
