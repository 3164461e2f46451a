/** A stretch of text that stays whole: from the end of the piece before it up to `end`. */
export interface Piece {
  readonly end: number;
  /** Its size in tokens, above zero. */
  readonly weight: number;
  /** How bad it is to end a chunk after it, from 0; see `penalties`. */
  readonly penalty: number;
  /** How much larger a chunk is that begins with it, by what it repeats; 0 when left out. */
  readonly lead?: number;
}

/**
 * What it costs to cut at each kind of boundary, where a chunk of half or of one and a half times the
 * wanted size costs 1/4. Kept below 1, or chunks would grow to save cuts.
 */
export const penalties = {
  paragraph: 0,
  line: 0.08,
  sentence: 0.15,
  clause: 0.3,
  word: 0.45,
  character: 0.6,
} as const;

/** How many chunks' worth of pieces is looked at together. */
const windowChunks = 48;

/** Puts pieces together into chunks. */
export interface Packer {
  /** Takes the next piece; returns the ends of the chunks that are settled. */
  add(piece: Piece): readonly number[];
  /** Settles what is left; the next piece begins a new row of chunks. */
  finish(): readonly number[];
}

/**
 * Packs pieces into chunks of about `tokens`, never over twice that unless one piece alone is. Chooses the
 * ends with the least sum of ((size - tokens) / tokens)^2 plus penalties, as a typesetter breaks lines:
 *
 *     best(i) = min over j < i of best(j) + cost of the chunk of pieces j+1 .. i
 *
 * so there is no small chunk left over at the end. When the window is full, the first half of its chunks
 * is settled: what comes later hardly sways them. O(pieces x pieces in two chunks).
 */
export function packer(tokens: number): Packer {
  const packing: Packing = { tokens, pieces: [], best: [0], from: [0], total: 0 };
  return {
    add(piece) {
      place(packing, piece);
      if (packing.total < windowChunks * tokens) return [];
      const stops = cheapest(packing, fairest(packing));
      return settle(packing, stops.slice(0, Math.ceil(stops.length / 2)));
    },
    finish: () => settle(packing, cheapest(packing, packing.pieces.length)),
  };
}

/** What is not settled. `best[i]` is the least cost of the first `i` pieces, `from[i]` where its last chunk begins. */
interface Packing {
  readonly tokens: number;
  pieces: Piece[];
  best: number[];
  from: number[];
  /** The size of all pieces. */
  total: number;
}

function place(packing: Packing, piece: Piece): void {
  const { tokens, pieces, best, from } = packing;
  pieces.push(piece);
  packing.total += piece.weight;
  const i = pieces.length;
  let size = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let j = i - 1; j >= 0; j--) {
    const { weight, lead = 0 } = pieces[j] as Piece;
    size += weight;
    if (size > 2 * tokens && j < i - 1) break;
    if (size + lead > 2 * tokens && j < i - 1) continue;
    const cost = (best[j] as number) + ((size + lead) / tokens - 1) ** 2;
    if (cost < least) {
      least = cost;
      from[i] = j;
    }
  }
  best[i] = least + piece.penalty;
}

/** After how many pieces each chunk ends in the cheapest packing of the first `count`. */
function cheapest({ from }: Packing, count: number): number[] {
  const stops: number[] = [];
  for (let i = count; i > 0; i = from[i] as number) stops.push(i);
  return stops.reverse();
}

/** Near the end of the window, the number of pieces that packs best for its size. */
function fairest({ tokens, pieces, best, total }: Packing): number {
  const usual = (best[pieces.length] as number) / total;
  let chosen = pieces.length;
  let least = 0;
  let size = total;
  for (let i = pieces.length; i > 0 && size > total - 2 * tokens; i--) {
    const more = (best[i] as number) - usual * size;
    if (more < least) {
      least = more;
      chosen = i;
    }
    size -= (pieces[i - 1] as Piece).weight;
  }
  return chosen;
}

/** Lets go of the chunks that end at the given stops, and places the pieces after them anew. */
function settle(packing: Packing, stops: readonly number[]): readonly number[] {
  const { pieces } = packing;
  packing.pieces = [];
  packing.best = [0];
  packing.from = [0];
  packing.total = 0;
  for (const piece of pieces.slice(stops.at(-1) ?? 0)) place(packing, piece);
  return stops.map((stop) => (pieces[stop - 1] as Piece).end);
}
