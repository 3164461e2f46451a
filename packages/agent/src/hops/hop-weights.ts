import { PsiError, requireWhole } from "@psi/core";

/** A perceptron as it is stored: JSON with packed numbers, little-endian. */
export interface HopWeights {
  readonly format: 1;
  /** Whose vectors it was trained on, such as "bge-small-en-v1.5". */
  readonly embedder: string;
  /** First to last; each takes what the one before it gives. */
  readonly layers: readonly PackedLayer[];
  /** Where they come from: command, seed, data sets with their hashes. */
  readonly origin: Readonly<Record<string, unknown>>;
}

/** One layer. Its packed numbers are in base64. */
export interface PackedLayer {
  readonly inputs: number;
  readonly outputs: number;
  /** Signed bytes, output by output. */
  readonly weights: string;
  /** Float32, one an output: what 1 in its bytes is worth. */
  readonly steps: string;
  /** Float32, one an output. */
  readonly biases: string;
}

/** One layer, unpacked. */
export interface Layer {
  readonly inputs: number;
  /** `outputs` rows of `inputs`. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** @throws PsiError `invalid-option` for another format, damaged numbers or layers that don't fit together. */
export function decodeHopWeights(weights: HopWeights): readonly Layer[] {
  const { format, layers } = (weights ?? {}) as Partial<HopWeights>;
  if (format !== 1 || !Array.isArray(layers) || layers.length === 0) {
    throw new PsiError(
      "invalid-option",
      "These are no hop weights of format 1. Leave weights out for those that ship.",
    );
  }
  return (layers as readonly PackedLayer[]).map((layer, i) => {
    const before: PackedLayer | undefined = layers[i - 1];
    if (before !== undefined && before.outputs !== layer.inputs) {
      throw new PsiError(
        "invalid-option",
        `Layer ${i + 1} takes ${layer.inputs} numbers and layer ${i} gives ${before.outputs}. The weights are damaged: train them again.`,
      );
    }
    return decodeLayer(layer);
  });
}

function decodeLayer(layer: PackedLayer): Layer {
  const inputs = requireWhole("a layer's inputs", layer.inputs, 1);
  const outputs = requireWhole("a layer's outputs", layer.outputs, 1);
  const bytes = new Int8Array(unpacked(layer.weights, inputs * outputs));
  const steps = floats(layer.steps, outputs);
  return {
    inputs,
    weights: Float32Array.from(bytes, (byte, i) => byte * steps[Math.floor(i / inputs)]!),
    biases: floats(layer.biases, outputs),
  };
}

function floats(packed: string, count: number): Float32Array {
  const values = new Float32Array(unpacked(packed, 4 * count));
  if (values.every(Number.isFinite)) return values;
  throw new PsiError(
    "invalid-option",
    "The weights hold a number that is none. They are damaged: train them again.",
  );
}

function unpacked(packed: string, length: number): ArrayBuffer {
  // A copy of its own: what Buffer gives may start anywhere in a larger one.
  const bytes = new Uint8Array(Buffer.from(String(packed), "base64"));
  if (bytes.length === length) return bytes.buffer;
  throw new PsiError(
    "invalid-option",
    `The weights hold ${bytes.length} bytes where ${length} are told. They are damaged: train them again.`,
  );
}
