import type { HopWeights, PackedLayer } from "./hop-weights.js";

/** A layer as it is stored, its weights whole numbers from -127 to 127, a row an output. */
export function packedLayer(
  rows: readonly (readonly number[])[],
  biases: readonly number[],
  steps: readonly number[] = biases.map(() => 1),
): PackedLayer {
  const packed = (numbers: Int8Array | Float32Array): string =>
    Buffer.from(numbers.buffer).toString("base64");
  return {
    inputs: rows[0]?.length ?? 0,
    outputs: rows.length,
    weights: packed(Int8Array.from(rows.flat())),
    steps: packed(Float32Array.from(steps)),
    biases: packed(Float32Array.from(biases)),
  };
}

export function madeWeights(...layers: readonly PackedLayer[]): HopWeights {
  return { format: 1, embedder: "made-up", layers, origin: {} };
}

/** Three classes of a vector of two numbers: the first number large, the second large, or neither. */
export const threeClasses: HopWeights = madeWeights(
  packedLayer(
    [
      [10, 0],
      [0, 10],
    ],
    [0, 0],
  ),
  packedLayer(
    [
      [1, 0],
      [0, 1],
      [0, 0],
    ],
    [0, 0, 1],
  ),
);
