import type { NodeRow } from "@psi/core";

/** Rows of each list that are looked at, and rows that are kept. */
const KEPT = 10;

/**
 * What a walk starts from: the ten best rows of some lists, fused by reciprocal rank (k = 60), equal ones by
 * row, each with 1 / (place + 2). In order.
 */
export function fusedSeeds(lists: readonly (readonly NodeRow[])[]): Map<NodeRow, number> {
  const sums = new Map<NodeRow, number>();
  for (const list of lists) {
    list.slice(0, KEPT).forEach((row, place) => {
      sums.set(row, (sums.get(row) ?? 0) + 1 / (61 + place));
    });
  }
  const best = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, KEPT);
  return new Map(best.map(([row], place) => [row, 1 / (place + 2)]));
}
