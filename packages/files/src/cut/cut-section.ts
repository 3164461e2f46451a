import type { Span } from "@psi/core";
import type { Section } from "./block.js";
import { type ChunkOptions, scaleOf } from "./chunker.js";
import { packer } from "./pack.js";
import { type BlockPiece, type CutContext, piecesOf } from "./pieces.js";

/** A chunk of a section, in UTF-16 units of the text that was cut. */
export interface SectionChunk extends Span {
  /** Lines further up that are repeated in front of it: the header of a table that was cut. */
  readonly repeat?: Span;
}

/**
 * Cuts a section into chunks of about `tokens`, never over twice that unless one character alone is. The
 * chunks cover the section; white space belongs to the text before it. O(length x depth).
 *
 * @param span where the section is in the text.
 * @param plain the text in which the blocks are, with its markup blanked out: sizes are those of what is
 * indexed.
 */
export function cutSection(
  { blocks }: Section,
  { start: from, end }: Span,
  plain: string,
  { tokens, count }: Required<ChunkOptions>,
): readonly SectionChunk[] {
  const context: CutContext = { text: plain, scale: scaleOf(tokens, count), whole: 2 * tokens };
  const pieces = piecesOf(blocks, end, context);
  const pack = packer(tokens);
  const ends = [...pieces.flatMap((piece) => pack.add(piece)), ...pack.finish()];
  const beginning = new Map<number, BlockPiece>();
  pieces.forEach((piece, i) => {
    beginning.set(i === 0 ? from : (pieces[i - 1] as BlockPiece).end, piece);
  });
  let start = from;
  return ends.map((stop) => {
    const repeat = beginning.get(start)?.repeat;
    const chunk = { start, end: stop, ...(repeat && { repeat }) };
    start = stop;
    return chunk;
  });
}
