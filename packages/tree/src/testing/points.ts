import { fromRows, type Matrix } from "@psi/core";
import fc from "fast-check";

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Unit rows in all directions. */
export function randomPoints(count: number, dimensions: number, seed: number): Matrix {
  const random = randomFrom(seed);
  const vector = (): number[] => Array.from({ length: dimensions }, () => random() + random() - 1);
  return fromRows(Array.from({ length: count }, vector));
}

/** Unit rows around a few topics of very different sizes. */
export function skewedPoints(count: number, dimensions: number, seed: number): Matrix {
  const random = randomFrom(seed);
  const topics = randomPoints(6, dimensions, seed + 1).data;
  const vector = (): number[] => {
    const topic = Math.floor(random() ** 3 * 6) * dimensions;
    return Array.from({ length: dimensions }, (_, i) => topics[topic + i]! + (random() - 0.5) / 4);
  };
  return fromRows(Array.from({ length: count }, vector));
}

/**
 * Unit rows out of the 24 corners of a regular body in four dimensions. All lengths and cosines (-1, -.5,
 * 0, .5, 1) are exact in floating point, so almost everything is a tie.
 */
export function tiedPoints(count: number, seed: number): Matrix {
  const random = randomFrom(seed);
  const vector = (): number[] => {
    const corner = Math.floor(random() ** 2 * 24);
    if (corner >= 16) {
      return [0, 1, 2, 3].map((i) => (i === corner % 4 ? (corner < 20 ? 1 : -1) : 0));
    }
    return [1, 2, 4, 8].map((bit) => ((corner & bit) === 0 ? 0.5 : -0.5));
  };
  return fromRows(Array.from({ length: count }, vector));
}

/** The same unit row, again and again. */
export function equalPoints(count: number, dimensions: number): Matrix {
  const [vector] = [randomPoints(1, dimensions, 5).data];
  return fromRows(Array.from({ length: count }, () => vector));
}

/** Point sets of all these kinds. */
export function anyPoints(most: number): fc.Arbitrary<Matrix> {
  return fc
    .record({
      kind: fc.constantFrom("random", "skewed", "tied"),
      count: fc.integer({ min: 1, max: most }),
      dimensions: fc.integer({ min: 2, max: 21 }),
      seed: fc.integer(),
    })
    .map(({ kind, count, dimensions, seed }) => {
      if (kind === "tied") return tiedPoints(count, seed);
      return (kind === "random" ? randomPoints : skewedPoints)(count, dimensions, seed);
    });
}
