import { PsiError, requireNumber, requireWhole } from "@psi/core";
import type { Links } from "./links.js";

/** What the walk needs of links. */
type Graph = Pick<Links, "graph" | "totals">;

export interface PageRankOptions {
  /** How much of each step returns to the seeds, 0 to 1. Default .5. */
  readonly restart?: number;
  /** Steps, from 1. Default 10. */
  readonly iterations?: number;
  /** A passage that holds less passes nothing on, 0 to 1; 0, exact, when left out. Saves most of the time. */
  readonly negligible?: number;
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
  links: Graph,
  seeds: ReadonlyMap<number, number>,
  { restart = 0.5, iterations = 10, negligible = 0 }: PageRankOptions = {},
): Float64Array {
  requireNumber("restart", restart, 0, 1);
  requireNumber("negligible", negligible, 0, 1);
  requireWhole("iterations", iterations, 1);
  const count = links.totals.length;
  const start = normalised(seeds, count);
  let walk: Walk = {
    now: new Float64Array(count),
    next: new Float64Array(count),
    active: start.rows,
  };
  start.rows.forEach((row, i) => {
    walk.now[row] = start.weights[i] as number;
  });
  for (let i = 0; i < iterations; i++) {
    walk =
      walk.active === undefined
        ? denseStep(links, walk, 1 - restart)
        : sparseStep(links, walk, 1 - restart, negligible);
    start.rows.forEach((row, i) => {
      const value = restart * (start.weights[i] as number);
      if (walk.now[row] === 0 && value > 0) walk.active?.push(row);
      walk.now[row] = (walk.now[row] as number) + value;
    });
  }
  return walk.now;
}

/** Where a walk stands. `next` is all zeros. */
interface Walk {
  readonly now: Float64Array;
  readonly next: Float64Array;
  /** The rows whose value is not zero, while they are few. */
  readonly active: number[] | undefined;
}

/** One step along the links from the rows that hold something, noting which rows then do. */
function sparseStep(
  { graph, totals }: Graph,
  { now, next, active = [] }: Walk,
  stay: number,
  negligible: number,
): Walk {
  const { offsets, rows, weights } = graph;
  const reached: number[] = [];
  for (const row of active) {
    const value = now[row] as number;
    now[row] = 0;
    if (totals[row] === 0 || value < negligible) continue;
    const flow = (stay * value) / (totals[row] as number);
    for (let at = offsets[row] as number, end = offsets[row + 1] as number; at < end; at++) {
      const share = flow * (weights[at] as number);
      if (share === 0) continue;
      const to = rows[at] as number;
      if (next[to] === 0) reached.push(to);
      next[to] = (next[to] as number) + share;
    }
  }
  const isDense = negligible === 0 && reached.length > totals.length / 8;
  return { now: next, next: now, active: isDense ? undefined : reached };
}

/** One step along all links. They are symmetric, so what flows into a row is read along its own. */
function denseStep({ graph, totals }: Graph, { now, next }: Walk, stay: number): Walk {
  const { offsets, rows, weights } = graph;
  const count = totals.length;
  for (let row = 0; row < count; row++) {
    const total = totals[row] as number;
    now[row] = total === 0 ? 0 : (stay * (now[row] as number)) / total;
  }
  for (let row = 0, at = 0; row < count; row++) {
    const end = offsets[row + 1] as number;
    let sum = 0;
    for (; at < end; at++) sum += (now[rows[at] as number] as number) * (weights[at] as number);
    next[row] = sum;
  }
  now.fill(0);
  return { now: next, next: now, active: undefined };
}

function normalised(
  seeds: ReadonlyMap<number, number>,
  count: number,
): { readonly rows: number[]; readonly weights: readonly number[] } {
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
    rows: some.map(([row]) => row),
    weights: some.map(([, weight]) => weight / sum),
  };
}
