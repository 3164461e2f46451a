import { PsiError, requireNumber } from "@psi/core";
import { decodeForest, type Forest, forestScore } from "./model/forest.js";
import { type Linear, linearScore } from "./model/linear.js";
import type { InputSpec, Measure } from "./signal-inputs.js";

/** Weights as they are stored and handed on: JSON with packed numbers. */
export interface FusionWeights {
  readonly format: 1;
  /** Which signals are read, and how. */
  readonly inputs: readonly InputSpec[];
  /** Models whose scores, each brought to mean 0 and deviation 1, are added. */
  readonly models: readonly PackedModel[];
  /** Where they come from: command, seed, data sets with their hashes. */
  readonly origin: Readonly<Record<string, unknown>>;
}

/** One model, its numbers in base64. */
export type PackedModel = {
  /** How much its scores count; 1 when left out. */
  readonly weight?: number;
} & (
  | {
      readonly kind: "linear";
      readonly weights: string;
      readonly means: string;
      readonly deviations: string;
    }
  | { readonly kind: "forest"; readonly trees: string }
);

/** Weights, unpacked. */
export interface FusionModel {
  readonly inputs: readonly InputSpec[];
  /** Each model as a function of a row of inputs that begins at `start`. */
  readonly models: readonly {
    readonly weight: number;
    score(rows: Float64Array, start: number): number;
  }[];
}

const MEASURES: readonly Measure[] = ["value", "share", "behind", "rank"];

/** @throws PsiError `invalid-option` for another format, or weights that are damaged. */
export function decodeWeights(weights: FusionWeights): FusionModel {
  const { format, inputs, models } = (weights ?? {}) as Partial<FusionWeights>;
  if (format !== 1 || !Array.isArray(inputs) || !Array.isArray(models) || models.length === 0) {
    throw new PsiError(
      "invalid-option",
      "These are no fusion weights of format 1. Use those that ship, or what `psi tune` made.",
    );
  }
  for (const { signal, measure } of inputs as readonly InputSpec[]) {
    if (typeof signal !== "string" || !MEASURES.includes(measure)) {
      throw new PsiError(
        "invalid-option",
        `The weights read the signal "${signal}" as "${measure}". Measures: ${MEASURES.join(", ")}.`,
      );
    }
  }
  const width = 2 * inputs.length;
  return {
    inputs,
    models: (models as readonly PackedModel[]).map((model) => unpacked(model, width)),
  };
}

function unpacked(model: PackedModel, width: number): FusionModel["models"][number] {
  const weight = requireNumber("the weight of a model", model.weight ?? 1);
  if (model.kind === "forest") {
    const forest: Forest = decodeForest(bytesOf(model.trees), width);
    return { weight, score: (rows, start) => forestScore(forest, rows, start) };
  }
  const linear: Linear = {
    weights: floats(model.weights, width),
    means: floats(model.means, width),
    deviations: floats(model.deviations, width),
  };
  return { weight, score: (rows, start) => linearScore(linear, rows, start) };
}

function bytesOf(packed: string): Uint8Array {
  // A copy of its own: what Buffer gives may start anywhere in a larger one.
  return new Uint8Array(Buffer.from(packed, "base64"));
}

function floats(packed: string, count: number): Float32Array {
  const bytes = bytesOf(packed);
  const values = bytes.length === 4 * count ? new Float32Array(bytes.buffer) : undefined;
  if (values?.every(Number.isFinite)) return values;
  throw new PsiError(
    "invalid-option",
    `These weights are damaged: ${bytes.length} bytes where ${4 * count} are told, or a number that is none.`,
  );
}

/** Numbers as weights hold them. */
export function packFloats(values: readonly number[]): string {
  return Buffer.from(Float32Array.from(values).buffer).toString("base64");
}
