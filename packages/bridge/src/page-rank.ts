import { PsiError, requireNumber, requireWhole } from "@psi/core";
import type { Links } from "./links.js";

export interface PageRankOptions {
  /** How much of each step returns to the seeds, 0 to 1. Default .5. */
  readonly restart?: number;
  /** Steps, from 1. Default 10. */
  readonly iterations?: number;
}

/**
 * Personalised PageRank: x <- restart * seeds + (1 - restart) * P^T x, from x = seeds, where P goes from a
 * passage to its neighbours by the weights of its links. Seeds are weights of rows, not negative; they are
 * brought to a sum of 1. The result has one value a row, and sums to 1 where every passage that is reached
 * has links; what a passage without links holds is lost at each step. Without seeds, all zeros.
 *
 * While few passages are reached only those are visited: O(iterations x links of what is reached).
 *
 * @throws PsiError `invalid-option` for options or seeds out of range.
 */
export function personalisedPageRank(
  links: Pick<Links, "graph" | "totals">,
  seeds: ReadonlyMap<number, number>,
  { restart = 0.5, iterations = 10 }: PageRankOptions = {},
): Float64Array {
  requireNumber("restart", restart, 0, 1);
  requireWhole("iterations", iterations, 1);
  const { graph, totals } = links;
  const { offsets, rows, weights } = graph;
  const count = totals.length;
  const { seedRows, seedWeights } = normalised(seeds, count);
  let now = new Float64Array(count);
  let next = new Float64Array(count);
  seedRows.forEach((row, i) => {
    now[row] = seedWeights[i] as number;
  });
  // Rows that are not zero, for as long as they are few.
  let active: number[] | undefined = [...seedRows];
  const few = count / 4;
  for (let step = 0; step < iterations; step++) {
    const reached: number[] | undefined = active === undefined ? undefined : [];
    const visit = (row: number): void => {
      const value = now[row] as number;
      if (value === 0 || totals[row] === 0) return;
      const flow = ((1 - restart) * value) / (totals[row] as number);
      for (let at = offsets[row] as number, end = offsets[row + 1] as number; at < end; at++) {
        const to = rows[at] as number;
        const share = flow * (weights[at] as number);
        if (share === 0) continue;
        if (reached !== undefined && next[to] === 0) reached.push(to);
        next[to] = (next[to] as number) + share;
      }
    };
    seedRows.forEach((row, i) => {
      next[row] = restart * (seedWeights[i] as number);
      if (reached !== undefined && next[row] !== 0) reached.push(row);
    });
    if (active !== undefined) for (const row of active) visit(row);
    else for (let row = 0; row < count; row++) visit(row);
    if (active !== undefined) for (const row of active) now[row] = 0;
    else now.fill(0);
    [now, next] = [next, now];
    active = reached !== undefined && reached.length <= few ? reached : undefined;
  }
  return now;
}

function normalised(
  seeds: ReadonlyMap<number, number>,
  count: number,
): { readonly seedRows: readonly number[]; readonly seedWeights: readonly number[] } {
  let sum = 0;
  for (const [row, weight] of seeds) {
    requireWhole("seed row", row, 0, count - 1);
    sum += requireNumber("seed weight", weight, 0);
  }
  if (!Number.isFinite(sum)) {
    throw new PsiError("invalid-option", "The seeds' weights are too large to be summed.");
  }
  const some = [...seeds].filter(([, weight]) => weight > 0);
  return {
    seedRows: some.map(([row]) => row),
    seedWeights: some.map(([, weight]) => weight / sum),
  };
}
