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
 * Only what is reached is visited: O(iterations x links of what is reached).
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
  const reached: Reached = {
    rows: new Uint32Array(count),
    count: 0,
    states: new Uint8Array(count),
  };
  reach(reached, start.rows, 0, start.rows.length);
  let now = new Float64Array(count);
  let next = new Float64Array(count);
  addSeeds(start, 1, now);
  for (let i = 0; i < iterations; i++) {
    if (negligible === 0 && reached.count > count / 8) {
      denseStep(links, now, next, 1 - restart);
    } else {
      sparseStep(links, now, next, reached, 1 - restart, negligible);
    }
    const empty = now;
    now = next;
    next = empty;
    addSeeds(start, restart, now);
  }
  return now;
}

const REACHED = 1;
/** Its neighbours are among the reached too. */
const PASSED = 2;

/** The rows that the walk has come to so far, in that order. Each step comes to most of them again. */
interface Reached {
  /** Those before `count`. */
  readonly rows: Uint32Array;
  count: number;
  /** For each row 0, REACHED or PASSED. */
  readonly states: Uint8Array;
}

/** Lists some of `ends`. Apart from the adding: done once a row, not at each step, it halves a walk's time. */
function reach(reached: Reached, ends: ArrayLike<number>, from: number, to: number): void {
  const { rows, states } = reached;
  for (let at = from; at < to; at++) {
    const row = ends[at] as number;
    if (states[row] !== 0) continue;
    states[row] = REACHED;
    rows[reached.count++] = row;
  }
}

function addSeeds({ rows, weights }: Seeds, share: number, values: Float64Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    values[row] = (values[row] as number) + share * (weights[i] as number);
  }
}

/** One step along the links of what is reached. `next` is all zeros; afterwards `now` is. */
function sparseStep(
  { graph, totals }: Graph,
  now: Float64Array,
  next: Float64Array,
  reached: Reached,
  stay: number,
  negligible: number,
): void {
  const { offsets, rows, weights } = graph;
  const { rows: list, count, states } = reached;
  // What is reached in this step holds nothing yet.
  for (let i = 0; i < count; i++) {
    const row = list[i] as number;
    const value = now[row] as number;
    now[row] = 0;
    if (value === 0 || value < negligible || totals[row] === 0) continue;
    const from = offsets[row] as number;
    const end = offsets[row + 1] as number;
    if (states[row] !== PASSED) {
      reach(reached, rows, from, end);
      states[row] = PASSED;
    }
    const flow = (stay * value) / (totals[row] as number);
    for (let at = from; at < end; at++) {
      const to = rows[at] as number;
      next[to] = (next[to] as number) + flow * (weights[at] as number);
    }
  }
}

/** The same along all links. They are symmetric, so what flows into a row is read along its own. */
function denseStep(
  { graph, totals }: Graph,
  now: Float64Array,
  next: Float64Array,
  stay: number,
): void {
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
}

/** Weights that sum up to 1. */
interface Seeds {
  readonly rows: readonly number[];
  readonly weights: readonly number[];
}

function normalised(seeds: ReadonlyMap<number, number>, count: number): Seeds {
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
