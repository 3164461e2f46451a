/** A stretch of text that stays whole: from the end of the piece before it up to `end`. */
export interface Piece {
  readonly end: number;
  /** Its size in tokens, above zero. */
  readonly weight: number;
  /** How bad it is to end a chunk behind it, from 0; see `penalties`. */
  readonly penalty: number;
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
 * is settled: what comes later no longer sways them. O(pieces x pieces in two chunks).
 */
export function packer(tokens: number): Packer {
  let pieces: Piece[] = [];
  let best = [0];
  let from = [0];
  let total = 0;

  const place = (i: number): void => {
    let size = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let j = i - 1; j >= 0; j--) {
      size += (pieces[j] as Piece).weight;
      if (size > 2 * tokens && j < i - 1) break;
      const cost = (best[j] as number) + (size / tokens - 1) ** 2;
      if (cost < least) {
        least = cost;
        from[i] = j;
      }
    }
    best[i] = least + (pieces[i - 1] as Piece).penalty;
  };
  /** After how many pieces each chunk of the cheapest packing ends. */
  const cheapest = (): number[] => {
    const stops: number[] = [];
    for (let i = pieces.length; i > 0; i = from[i] as number) stops.push(i);
    return stops.reverse();
  };
  const settle = (stops: readonly number[]): readonly number[] => {
    const ends = stops.map((stop) => (pieces[stop - 1] as Piece).end);
    pieces = pieces.slice(stops.at(-1) ?? 0);
    best = [0];
    from = [0];
    total = 0;
    pieces.forEach(({ weight }, i) => {
      total += weight;
      place(i + 1);
    });
    return ends;
  };

  return {
    add(piece) {
      pieces.push(piece);
      total += piece.weight;
      place(pieces.length);
      if (total < windowChunks * tokens) return [];
      const stops = cheapest();
      return settle(stops.slice(0, Math.ceil(stops.length / 2)));
    },
    finish: () => settle(cheapest()),
  };
}
