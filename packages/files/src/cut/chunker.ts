import { estimateTokens, PsiError, requireWhole, type Span, sentences } from "@psi/core";
import { cutSentence, type Scale } from "./cut-sentence.js";
import { type Piece, packer, penalties } from "./pack.js";

export interface ChunkOptions {
  /** The wanted size of a chunk, 1 to 8,192; default 100. */
  readonly tokens?: number;
  /**
   * The size of a text in tokens; default `estimateTokens`. A count that grows when texts are joined
   * loosens the bound on a chunk's size by as much.
   */
  readonly count?: (text: string) => number;
}

/** A stretch of a text, in UTF-16 units from the start of the text: `text` is `source.slice(start, end)`. */
export interface Chunk extends Span {
  readonly text: string;
}

/** Chunks a text that comes in parts. How it is parted makes no difference. */
export interface Chunker {
  push(part: string): readonly Chunk[];
  /** Ends a section: no chunk reaches over this point. Spans go on counting. */
  endSection(): readonly Chunk[];
}

/** The least text to look at together, in UTF-16 units: many sentences. */
const leastBlock = 16_384;
/** A sentence whose end is nearer than this to the end of a block may end elsewhere, seen whole. */
const margin = 64;
/** White space has no tokens, yet a chunk must not be all of a megabyte of it. */
const unitsPerToken = 32;

/**
 * The options with their defaults.
 *
 * @throws PsiError `invalid-option`
 */
export function chunkOptions({
  tokens = 100,
  count = estimateTokens,
}: ChunkOptions = {}): Required<ChunkOptions> {
  requireWhole("tokens", tokens, 1, 8_192);
  return { tokens, count };
}

/** @throws PsiError `invalid-option` */
export function chunker(options: ChunkOptions = {}): Chunker {
  const { tokens, count } = chunkOptions(options);
  const block = Math.max(leastBlock, tokens * 2 * unitsPerToken);
  const scale = scaleOf(tokens, count);
  const pack = packer(tokens);
  /** What is not emitted yet; `offset` is where it begins, `read` how far it is cut into pieces. */
  let text = "";
  let offset = 0;
  let read = 0;
  let wanted = block;

  const emit = (ends: readonly number[]): Chunk[] => {
    let start = offset;
    const chunks = ends.map((end) => {
      const chunk = { text: text.slice(start - offset, end - offset), start, end };
      start = end;
      return chunk;
    });
    text = text.slice(start - offset);
    read -= start - offset;
    offset = start;
    return chunks;
  };
  const take = (pieces: readonly Piece[], ends: number[]): void => {
    for (const piece of pieces) {
      for (const end of pack.add(piece)) ends.push(end);
    }
    read = (pieces.at(-1)?.end ?? offset + read) - offset;
  };

  return {
    push(part) {
      text += part;
      const ends: number[] = [];
      while (text.length - read >= wanted) {
        const pieces = piecesOf(text.slice(read, read + wanted), offset + read, scale, margin);
        // One character longer than the block, or nearly: look at more.
        wanted = pieces.length === 0 ? wanted * 2 : block;
        take(pieces, ends);
      }
      return emit(ends);
    },
    endSection() {
      const ends: number[] = [];
      take(piecesOf(text.slice(read), offset + read, scale, 0), ends);
      wanted = block;
      return emit(ends.concat(pack.finish()));
    },
  };
}

/**
 * The pieces of a block: sentences, and parts of those that are too long. Leaves out what ends within the
 * margin before the block's end, so that the next block begins where a piece does.
 */
function piecesOf(block: string, start: number, scale: Scale, kept: number): readonly Piece[] {
  const most = start + block.length - kept;
  const pieces: Piece[] = [];
  for (const span of sentences(block)) {
    if (start + span.end > most && pieces.length > 0) break;
    const sentence = block.slice(span.start, span.end);
    for (const piece of cutSentence(sentence, start + span.start, scale)) pieces.push(piece);
    const last = pieces.pop() as Piece;
    pieces.push({ ...last, penalty: penaltyAfter(sentence) });
  }
  while (pieces.length > 0 && (pieces.at(-1) as Piece).end > most) pieces.pop();
  return pieces;
}

/** What it costs to cut after a sentence, by the line breaks it ends with. */
function penaltyAfter(sentence: string): number {
  const space = sentence.slice(sentence.trimEnd().length);
  const breaks = space.match(/\r\n|[\r\n\u2028\u2029]/g)?.length ?? 0;
  if (breaks > 1 || space.includes("\u2029")) return penalties.paragraph;
  return breaks === 1 ? penalties.line : penalties.sentence;
}

/** The sizes at which a text is cut. */
export function scaleOf(tokens: number, count: (text: string) => number): Scale {
  return {
    limit: tokens * 1.5,
    grain: Math.max(1, tokens / 8),
    weigh: (text) => Math.max(checkedCount(count, text), text.length / unitsPerToken, 0.5),
  };
}

function checkedCount(count: (text: string) => number, text: string): number {
  const tokens = count(text);
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw new PsiError(
    "invalid-option",
    `count must return a number of tokens, from 0; it returned ${tokens} for a text of ${text.length} characters.`,
  );
}
