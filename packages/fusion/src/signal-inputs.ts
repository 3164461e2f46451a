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
  specs.forEach((spec, column) => {
    const values = columnOf(candidates, spec);
    const scaled = standardised(values);
    values.forEach((value, i) => {
      rows[i * width + column] = value;
      rows[i * width + specs.length + column] = scaled[i] as number;
    });
  });
  return rows;
}

function columnOf(candidates: readonly ScoredNode[], { signal, measure }: InputSpec): Float64Array {
  const raw = candidates.map(({ signals }) => {
    const value = signals?.[signal];
    return value !== undefined && Math.abs(value) < LARGEST ? value : undefined;
  });
  if (raw.every((value) => value === undefined)) return new Float64Array(raw.length);
  if (measure === "rank") {
    return Float64Array.from(raw, (rank) =>
      Math.log1p(rank === undefined ? RANK_OF_MISSING : Math.max(rank - 1, 0)),
    );
  }
  const values = Float64Array.from(raw, (value) => value ?? 0);
  if (measure === "value") return values;
  const best = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return measure === "share"
    ? values.map((value) => value / (best + 1e-9))
    : values.map((value) => value - best);
}

/** Values with mean 0 and deviation 1; those that do not vary become zeros. */
export function standardised(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const scale = 1 / (Math.sqrt(variance) + 1e-6);
  return values.map((value) => (value - mean) * scale);
}
