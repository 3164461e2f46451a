import { abortable, type Embedder, type HopEstimator, PsiError, queryVector } from "@psi/core";
import { classifier, shippedClassifier } from "./hop-probabilities.js";
import type { HopWeights } from "./hop-weights.js";

/** What hopEstimator is made of. */
export interface HopEstimatorOptions {
  /** The one whose vectors the weights were trained on: with the shipped ones, bge-small-en-v1.5. */
  readonly embedder: Pick<Embedder, "embedQuery">;
  /** Those that ship when left out; they are read by the first estimate. */
  readonly weights?: HopWeights;
}

/**
 * Guesses from a question's vector how many documents it needs: the most probable number, the smaller of two
 * that are equally so; 1 to 4 with the shipped weights. How often that is right is told in
 * docs/benchmarks.md, "How many hops". Documents are not rounds: two that are compared may be found in one.
 *
 * @throws PsiError `invalid-option` here, for an embedder without `embedQuery` or damaged weights; from
 * `estimate` `embedder-failed`, `dimension-mismatch` and `bad-vector` for the question's vector, and the
 * signal's reason when aborted.
 */
export function hopEstimator({ embedder, weights }: HopEstimatorOptions): HopEstimator {
  if (typeof embedder?.embedQuery !== "function") {
    throw new PsiError(
      "invalid-option",
      "embedder must have embedQuery(text). Pass LangChain Embeddings.",
    );
  }
  const given = weights === undefined ? undefined : classifier(weights);
  return {
    async estimate(question, { signal } = {}) {
      signal?.throwIfAborted();
      const vector = await abortable(signal, () => queryVector(embedder, question));
      const probabilities = (given ?? (await shippedClassifier()))(vector);
      signal?.throwIfAborted();
      return probabilities.indexOf(Math.max(...probabilities)) + 1;
    },
  };
}
