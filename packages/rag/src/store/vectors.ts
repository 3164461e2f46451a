import { type IndexStore, type Matrix, PsiError, writeUnitRow } from "@psi/core";
import { embeddingKey } from "./keys.js";
import { damaged, readInBlocks } from "./pieces.js";

/** A vector as it is stored: 32-bit floats, little-endian, of length 1. */
export function encodeVector(vector: ArrayLike<number>, whose: string): Uint8Array {
  const unit = { data: new Float32Array(vector.length), dimensions: vector.length };
  writeUnitRow(unit, 0, vector, whose);
  return new Uint8Array(unit.data.buffer);
}

export function decodeVector(bytes: Uint8Array): Float32Array {
  // A copy, since a view of wider numbers needs an aligned offset.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/**
 * Reads vectors into the first rows of a matrix.
 * @throws PsiError `corrupt-index` for a missing or damaged one, `dimension-mismatch`
 */
export async function readVectors(
  store: IndexStore,
  hashes: readonly string[],
  target: Matrix,
): Promise<void> {
  const { data, dimensions } = target;
  await readInBlocks(store, hashes.map(embeddingKey), (bytes, index) => {
    const key = embeddingKey(hashes[index] as string);
    if (bytes === undefined || bytes.length % 4 !== 0) throw damaged(key);
    if (bytes.length !== 4 * dimensions) {
      throw new PsiError(
        "dimension-mismatch",
        `A vector in the index has ${bytes.length / 4} numbers where ${dimensions} are expected. Two embedders of one name? Give each its own embedderName.`,
      );
    }
    data.set(decodeVector(bytes), index * dimensions);
  });
}
