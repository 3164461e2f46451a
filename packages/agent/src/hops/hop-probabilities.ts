import { PsiError, writeUnitRow } from "@psi/core";
import { decodeHopWeights, type HopWeights, type Layer } from "./hop-weights.js";
import { classify } from "./perceptron.js";

/** What is asked of a vector: how likely its question needs 1, 2, 3, … documents. */
export type Classifier = (vector: readonly number[]) => number[];

/**
 * How likely a question needs one document, two, three, or four and more: a perceptron of two layers on the
 * question's vector (384 -> 128 -> 4; section 1.10 of the method). The shipped weights are read by the first
 * call. O(inputs x hidden units), about 50,000 multiplications.
 *
 * @param vector of any length above 0, as the embedder's `embedQuery` gives it. One of the right width from
 * another embedder than the weights' cannot be noticed.
 * @param weights those that ship when left out: for bge-small-en-v1.5, English questions.
 * @returns as many probabilities as the last layer has outputs (4 with the shipped weights), adding up to 1;
 * the first is of one document.
 * @throws PsiError `dimension-mismatch` for a vector of another width, `bad-vector` for NaN, infinity or only
 * zeros, `invalid-option` for damaged weights.
 */
export async function hopProbabilities(
  vector: readonly number[],
  weights?: HopWeights,
): Promise<number[]> {
  return (weights === undefined ? await shippedClassifier() : classifier(weights))(vector);
}

/** @throws PsiError `invalid-option` for damaged weights. */
export function classifier(weights: HopWeights): Classifier {
  return classifierOf(decodeHopWeights(weights), `the given weights are for ${weights.embedder}`);
}

let shipped: Promise<Classifier> | undefined;

/** The weights that ship, read once, when first asked for. */
export function shippedClassifier(): Promise<Classifier> {
  shipped ??= import("./hop-weights.json", { with: { type: "json" } }).then(
    ({ default: { embedder, ...weights } }) =>
      classifierOf(
        decodeHopWeights({ ...weights, embedder } as HopWeights),
        `the shipped weights are for ${embedder}`,
      ),
  );
  return shipped;
}

function classifierOf(layers: readonly Layer[], whose: string): Classifier {
  const { inputs } = layers[0]!;
  return (vector) => {
    if (vector?.length !== inputs) {
      throw new PsiError(
        "dimension-mismatch",
        `The question's vector has ${vector?.length} numbers where ${inputs} are expected: ${whose}. Pass weights that were trained on your embedder's vectors, or set the number of retrievals yourself.`,
      );
    }
    const unit = { data: new Float32Array(inputs), dimensions: inputs };
    writeUnitRow(unit, 0, vector, "the question");
    return classify(layers, unit.data);
  };
}
