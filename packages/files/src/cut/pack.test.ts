import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Piece, packer } from "./pack.js";

const tokens = 10;
const piece = fc.record({
  weight: fc.constantFrom(0.5, 1, 3, 5, 8, 10, 14, 25),
  penalty: fc.constantFrom(0, 0.08, 0.15, 0.3, 0.6),
});
const withEnds = (pieces: readonly Omit<Piece, "end">[]): Piece[] =>
  pieces.map((each, i) => ({ ...each, end: i + 1 }));
const pack = (pieces: readonly Piece[]): number[] => {
  const packing = packer(tokens);
  return [...pieces.flatMap((each) => packing.add(each)), ...packing.finish()];
};
const cost = (pieces: readonly Piece[], ends: readonly number[]): number =>
  ends.reduce((sum, end, i) => {
    const chunk = pieces.slice(ends[i - 1] ?? 0, end);
    const size = chunk.reduce((total, { weight }) => total + weight, 0);
    if (size > 2 * tokens && chunk.length > 1) return Number.POSITIVE_INFINITY;
    return sum + (size / tokens - 1) ** 2 + (chunk.at(-1)?.penalty ?? 0);
  }, 0);

describe("packer", () => {
  it("finds the cheapest of all packings", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (given) => {
        const pieces = withEnds(given);
        const count = pieces.length;
        let least = Number.POSITIVE_INFINITY;
        for (let cuts = 0; cuts < 2 ** (count - 1); cuts++) {
          const ends = pieces.map(({ end }) => end).filter((end) => cuts & (1 << (end - 1)));
          least = Math.min(
            least,
            cost(
              pieces,
              [...ends, count].filter((end, i, all) => all.indexOf(end) === i),
            ),
          );
        }
        expect(cost(pieces, pack(pieces))).toBeCloseTo(least, 9);
      }),
    );
  });

  it("ends at pieces, in order, at the last one too, and never over twice the size", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 300 }), (given) => {
        const pieces = withEnds(given);
        const ends = pack(pieces);
        expect(ends).toEqual([...new Set(ends)].sort((a, b) => a - b));
        expect(ends.at(-1)).toBe(pieces.length);
        expect(cost(pieces, ends)).toBeLessThan(Number.POSITIVE_INFINITY);
      }),
    );
  });

  it("settles chunks before the end, nearly as cheaply as with all in sight", () => {
    const weights = Array.from({ length: 2_000 }, (_, i) => ((i * 7_919) % 13) / 2 + 0.5);
    const pieces = withEnds(weights.map((weight) => ({ weight, penalty: 0.15 })));
    const packing = packer(tokens);
    const settled = pieces.flatMap((each) => packing.add(each));
    const ends = [...settled, ...packing.finish()];
    expect(settled.length).toBeGreaterThan(ends.length * 0.9);
    const sizes = ends.map((end, i) =>
      weights.slice(ends[i - 1] ?? 0, end).reduce((sum, weight) => sum + weight, 0),
    );
    expect(Math.min(...sizes)).toBeGreaterThan(tokens * 0.6);
    expect(Math.max(...sizes)).toBeLessThan(tokens * 1.6);
  });

  it("begins anew after finish, and finishes nothing", () => {
    const packing = packer(tokens);
    expect(packing.finish()).toEqual([]);
    packing.add({ end: 4, weight: 5, penalty: 0 });
    expect(packing.finish()).toEqual([4]);
    packing.add({ end: 9, weight: 5, penalty: 0 });
    expect(packing.finish()).toEqual([9]);
    expect(packing.finish()).toEqual([]);
  });
});
