import type { ScoredNode } from "@psi/core";

/** How a signal becomes a number that models can use. */
export type Measure =
  /** As it is; 0 where a node lacks it. */
  | "value"
  /** As a share of the largest of this query's candidates. */
  | "share"
  /** What it lacks to the largest of this query's candidates; 0 or less. */
  | "behind"
  /** log(1 + rank from 0); a node that the list does not hold counts as the 400th. */
  | "rank";

/** One input of a model: a signal, and how it is read. */
export interface InputSpec {
  readonly signal: string;
  readonly measure: Measure;
}

const RANK_OF_MISSING = 400;

/** A signal beyond this is taken for a fault, as NaN is: its square must not overflow. */
const LARGEST = 1e12;

/**
 * The inputs of some candidates of one query, a row each: first every input as it is read, then every input
 * once more with mean 0 and deviation 1 over these candidates, since what is large for one query is small
 * for another. A signal that no candidate has is a column of zeros; a value that is not finite, or is
 * beyond 1e12, counts as missing. O(candidates x inputs).
 *
 * @returns row-major, candidates x 2 inputs.
 */
export function inputRows(
  candidates: readonly ScoredNode[],
  specs: readonly InputSpec[],
): Float64Array {
  const width = 2 * specs.length;
  const rows = new Float64Array(candidates.length * width);
  const values = new Float64Array(candidates.length);
  specs.forEach((spec, column) => {
    if (!readColumn(candidates, spec, values)) return;
    const { mean, scale } = spreadOf(values);
    for (let i = 0, at = column; i < values.length; i++, at += width) {
      const value = values[i] as number;
      rows[at] = value;
      rows[at + specs.length] = (value - mean) * scale;
    }
  });
  return rows;
}

/** Fills `values` with one input of all candidates; false when no candidate has the signal. */
function readColumn(
  candidates: readonly ScoredNode[],
  { signal, measure }: InputSpec,
  values: Float64Array,
): boolean {
  const missing = measure === "rank" ? RANK_OF_MISSING + 1 : 0;
  let best = Number.NEGATIVE_INFINITY;
  let isThere = false;
  for (let i = 0; i < values.length; i++) {
    const given = (candidates[i] as ScoredNode).signals?.[signal];
    const isSound = given !== undefined && Math.abs(given) < LARGEST;
    const value = isSound ? given : missing;
    if (isSound) isThere = true;
    if (value > best) best = value;
    values[i] = value;
  }
  if (!isThere || measure === "value") return isThere;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (measure === "rank") values[i] = Math.log1p(Math.max(value - 1, 0));
    else values[i] = measure === "share" ? value / (best + 1e-9) : value - best;
  }
  return true;
}

/** Values with mean 0 and deviation 1; those that do not vary become zeros. */
export function standardised(values: Float64Array): Float64Array {
  const { mean, scale } = spreadOf(values);
  return values.map((value) => (value - mean) * scale);
}

function spreadOf(values: Float64Array): { readonly mean: number; readonly scale: number } {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += ((values[i] as number) - mean) ** 2;
  return { mean, scale: 1 / (Math.sqrt(squares / values.length) + 1e-6) };
}
