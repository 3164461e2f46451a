import { dot, type IndexStore, type Matrix, writeUnitRow } from "@psi/core";
import { embeddingKey } from "./keys.js";
import { damaged, readInBlocks } from "./pieces.js";

/** How far the sum of a stored vector's squares may be from 1. Rounding to 32 bits moves it by 1.2e-7 at most. */
const TOLERANCE = 1e-6;

/** A vector as it is stored: 32-bit floats, little-endian, of length 1. */
export function encodeVector(vector: ArrayLike<number>, whose: string): Uint8Array {
  const unit = { data: new Float32Array(vector.length), dimensions: vector.length };
  writeUnitRow(unit, 0, vector, whose);
  return new Uint8Array(unit.data.buffer);
}

/** A stored vector; undefined where there is none, or bytes that are no vector of length 1. O(dimensions). */
export function decodeVector(bytes: Uint8Array | undefined): Float32Array | undefined {
  if (bytes === undefined || bytes.length % 4 !== 0) return undefined;
  // A copy, since a view of wider numbers needs an aligned offset.
  const vector = new Float32Array(new Uint8Array(bytes).buffer);
  return Math.abs(dot(vector, vector) - 1) < TOLERANCE ? vector : undefined;
}

/**
 * Reads vectors into the first rows of a matrix.
 * @throws PsiError `corrupt-index` for a missing or damaged one, or one of another width
 */
export async function readVectors(
  store: IndexStore,
  hashes: readonly string[],
  target: Matrix,
): Promise<void> {
  const { data, dimensions } = target;
  const keys = hashes.map(embeddingKey);
  await readInBlocks(store, keys, (bytes, index) => {
    const vector = decodeVector(bytes);
    if (vector?.length !== dimensions) throw damaged(keys[index] as string);
    data.set(vector, index * dimensions);
  });
}

/**
 * The positions of the hashes whose vector has to be made: it is missing, damaged, or has another width.
 *
 * @param dimensions the width of the index; that of most stored vectors when it is not known.
 */
export async function missingVectors(
  store: IndexStore,
  hashes: readonly string[],
  dimensions: number | undefined,
): Promise<readonly number[]> {
  const widths: (number | undefined)[] = [];
  await readInBlocks(store, hashes.map(embeddingKey), (bytes, index) => {
    widths[index] = decodeVector(bytes)?.length;
  });
  const width = dimensions ?? commonest(widths);
  return [...hashes.keys()].filter((i) => widths[i] === undefined || widths[i] !== width);
}

function commonest(widths: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const width of widths) {
    if (width !== undefined) counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}
