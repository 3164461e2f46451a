import type { ScoredNode } from "@psi/core";
import { decodeWeights, type FusionWeights } from "./fusion-weights.js";
import { modelScores } from "./learned.js";

/** What one signal did to a candidate's score. */
export interface Contribution {
  readonly signal: string;
  /** The signal's value; undefined where the candidate lacks it. */
  readonly value: number | undefined;
  /** How much lower the score would be if the signal were as it is on average over the candidates. */
  readonly contribution: number;
}

/**
 * Why a candidate scores as it does: each signal in turn is replaced by its mean over the candidates, and the
 * fall of the score is its contribution. Works for any model, and so the contributions of signals that say
 * the same do not add up to the score. Largest first. O(signals x candidates x model): for a few candidates.
 *
 * @param candidates all candidates of the query, with the signals of all retrievers.
 * @param position of the candidate that is explained.
 */
export function contributions(
  weights: FusionWeights,
  candidates: readonly ScoredNode[],
  position: number,
): readonly Contribution[] {
  const model = decodeWeights(weights);
  const score = modelScores(model, candidates)[position] as number;
  const signals = [...new Set(model.inputs.map(({ signal }) => signal))];
  return signals
    .map((signal) => {
      const mean = meanOf(candidates, signal);
      const changed = candidates.map((each, i) =>
        i === position ? { ...each, signals: { ...each.signals, [signal]: mean } } : each,
      );
      const without = modelScores(model, changed)[position] as number;
      const value = candidates[position]?.signals?.[signal];
      return { signal, value, contribution: score - without };
    })
    .sort((a, b) => b.contribution - a.contribution);
}

function meanOf(candidates: readonly ScoredNode[], signal: string): number {
  const values = candidates.map(({ signals }) => signals?.[signal] ?? 0).filter(Number.isFinite);
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
