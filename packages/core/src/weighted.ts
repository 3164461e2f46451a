import { requireNumber } from "./check.js";
import { PsiError } from "./errors.js";
import { type Fusion, mergeLists, rankedBy } from "./fusion.js";
import type { ScoredNode } from "./retriever.js";

/**
 * Adds up signals: a node's score is the sum of weight x signal, each signal first brought to mean 0 and
 * deviation 1 over this query's candidates, since "sparse.bm25" and "tree.cosine" have no common scale.
 * A signal that a node lacks, or that is not finite, counts as the lowest that any candidate has; one that
 * no candidate has counts as 0.
 *
 * @param weights by signal, such as `{ "sparse.bm25": 1, "tree.cosine": 2 }`.
 * @throws PsiError `invalid-option` without weights or with one that is not finite.
 */
export function weighted(weights: Readonly<Record<string, number>>): Fusion {
  const entries = Object.entries(weights);
  if (entries.length === 0) {
    throw new PsiError(
      "invalid-option",
      'weights names no signal. Give at least one, such as { "sparse.bm25": 1 }.',
    );
  }
  for (const [name, weight] of entries) requireNumber(`weights["${name}"]`, weight);
  return async (_query, lists, { limit, signal } = {}) => {
    signal?.throwIfAborted();
    const nodes = mergeLists(lists);
    const columns = entries.map(([name, weight]) => ({
      weight,
      values: standardised(nodes, name),
    }));
    const scoreAt = (_: ScoredNode, position: number): number =>
      columns.reduce((sum, { weight, values }) => sum + weight * (values[position] as number), 0);
    return rankedBy(nodes, scoreAt, limit);
  };
}

/** A signal over the candidates with mean 0 and deviation 1; all zeros when it does not vary. */
function standardised(nodes: readonly ScoredNode[], name: string): readonly number[] {
  let lowest = Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const { signals } of nodes) {
    const value = signals?.[name];
    if (!isFiniteNumber(value)) continue;
    lowest = Math.min(lowest, value);
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0) return nodes.map(() => 0);
  // Scaled to -1 to 1 first: squares of any signal then fit a double, and "does not vary" needs no unit.
  const values = nodes.map(({ signals }) => {
    const value = signals?.[name];
    return (isFiniteNumber(value) ? value : lowest) / largest;
  });
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance);
  return values.map((value) => (deviation > 1e-9 ? (value - mean) / deviation : 0));
}

function isFiniteNumber(value: number | undefined): value is number {
  return Number.isFinite(value);
}
