import { type Span, sentences } from "@psi/core";
import type { Block } from "./block.js";
import { cutSentence, type Scale } from "./cut-sentence.js";
import { type Piece, penalties } from "./pack.js";

/** A piece that begins inside a block whose first lines its chunk repeats. */
export interface BlockPiece extends Piece {
  readonly repeat?: Span;
}

/** A text to cut, without its markup. */
export interface CutContext {
  readonly text: string;
  readonly scale: Scale;
  /** The largest chunk, in tokens. */
  readonly whole: number;
}

/** How much worse it is to cut one level deeper into nested blocks, and the worst. */
const depthPenalty = 0.05;
const deepestPenalty = 0.4;

/** The pieces of some blocks that follow each other, up to `end`. O(length x depth). */
export function piecesOf(
  blocks: readonly Block[],
  end: number,
  context: CutContext,
): readonly BlockPiece[] {
  const pieces: BlockPiece[] = [];
  /** The weight of headings that wait for the block after them. */
  let waiting = 0;
  blocks.forEach((block, i) => {
    const next = blocks[i + 1]?.start ?? end;
    const weight = weigh({ start: block.start, end: next }, context);
    if (block.kind === "heading" && i < blocks.length - 1 && waiting + weight < context.whole / 4) {
      waiting += weight;
      return;
    }
    for (const piece of cutBlock(block, next, waiting, context)) pieces.push(piece);
    waiting = 0;
  });
  return pieces;
}

/** Cuts a block of which the text before it weighs `extra` and belongs to its first piece. */
function cutBlock(
  block: Block,
  end: number,
  extra: number,
  context: CutContext,
): readonly BlockPiece[] {
  const { continued = false, start } = block;
  const weight = weigh({ start, end }, context) + extra;
  const penalty = introduces(context.text, end) ? penalties.clause : penalties.paragraph;
  if (weight <= context.whole && !continued) return [{ end, weight, penalty }];
  const pieces = cutInside(block, end, extra, context);
  return [...pieces.slice(0, -1), { ...(pieces.at(-1) as BlockPiece), penalty }];
}

function cutInside(
  block: Block,
  end: number,
  extra: number,
  context: CutContext,
): readonly BlockPiece[] {
  const { kind, parts = [] } = block;
  if (parts.length > 0) return cutGroup(parts, end, extra, context);
  if (kind === "lines") return cutLines(block, end, extra, context);
  return cutProse({ start: block.start, end }, extra, context);
}

/** "Install it with:" belongs to what follows. */
function introduces(text: string, end: number): boolean {
  return /[:：]\s*$/.test(text.slice(Math.max(0, end - 16), end));
}

function cutGroup(
  parts: readonly Block[],
  end: number,
  extra: number,
  context: CutContext,
): readonly BlockPiece[] {
  return parts.flatMap((part, i) => {
    const next = parts[i + 1]?.start ?? end;
    const pieces = cutBlock(part, next, i === 0 ? extra : 0, context);
    return pieces.map((piece) => ({ ...piece, penalty: deeper(piece.penalty) }));
  });
}

function deeper(penalty: number): number {
  return penalty >= deepestPenalty ? penalty : Math.min(deepestPenalty, penalty + depthPenalty);
}

function cutProse(span: Span, extra: number, context: CutContext): readonly BlockPiece[] {
  const text = context.text.slice(span.start, span.end);
  const pieces: BlockPiece[] = [];
  for (const sentence of sentences(text)) {
    const inner = text.slice(sentence.start, sentence.end);
    for (const piece of cutSentence(inner, span.start + sentence.start, context.scale)) {
      pieces.push(piece);
    }
  }
  return heavier(pieces, extra);
}

function cutLines(
  block: Block,
  end: number,
  extra: number,
  context: CutContext,
): readonly BlockPiece[] {
  const { text, scale, whole } = context;
  const { start, leadEnd = start, continued = false, rowEnds } = block;
  const lead = leadEnd > start ? scale.weigh(text.slice(start, leadEnd)) : 0;
  // A header that fills half a chunk or more is not repeated.
  const repeats = lead > 0 && lead <= whole / 2;
  const limit = repeats ? whole - lead : whole;
  const repeated = { repeat: { start, end: leadEnd }, lead };
  const pieces: BlockPiece[] = [];
  let from = continued ? leadEnd : start;
  for (const to of rowEnds?.filter((each) => each > leadEnd) ?? lineEnds(text, leadEnd, end)) {
    const line = text.slice(from, to);
    const lines = { ...scale, limit: Math.min(scale.limit, limit) };
    for (const piece of cutSentence(line, from, lines)) {
      const penalty = piece.end === to ? linePenalty(line) : piece.penalty;
      pieces.push({
        ...piece,
        penalty,
        ...(repeats && (continued || pieces.length > 0) && repeated),
      });
    }
    from = to;
  }
  return heavier(pieces, extra);
}

function linePenalty(line: string): number {
  return (line.match(/\r\n|[\r\n]/g)?.length ?? 0) > 1 ? penalties.paragraph : penalties.line;
}

/** Where the lines end from `from` on; blank lines belong to the line before them. */
function lineEnds(text: string, from: number, end: number): number[] {
  const ends: number[] = [];
  const breaks = /(?:\r\n|[\r\n])(?:[ \t]*(?:\r\n|[\r\n]))*/g;
  breaks.lastIndex = from;
  for (let found = breaks.exec(text); found !== null && breaks.lastIndex < end; ) {
    ends.push(breaks.lastIndex);
    found = breaks.exec(text);
  }
  return [...ends, end];
}

function heavier(pieces: readonly BlockPiece[], extra: number): readonly BlockPiece[] {
  const [first, ...rest] = pieces as [BlockPiece, ...BlockPiece[]];
  return extra === 0 ? pieces : [{ ...first, weight: first.weight + extra }, ...rest];
}

function weigh({ start, end }: Span, { text, scale }: CutContext): number {
  return scale.weigh(text.slice(start, end));
}
