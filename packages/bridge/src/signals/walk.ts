import type { Hit, NodeRow } from "@psi/core";
import { fusedSeeds } from "../fused-seeds.js";
import type { Links } from "../links.js";
import { personalisedPageRank } from "../page-rank.js";

/** A walk over the links: values of all rows, and the best rows, best first. */
export interface Walk {
  readonly values: Float64Array;
  readonly best: readonly NodeRow[];
  /** Place of a row among the best, from 0. */
  readonly places: ReadonlyMap<NodeRow, number>;
}

/** What a walk starts from. */
export interface WalkSeeds {
  /** The best by words and, where there are vectors, by vectors. Best first. */
  readonly words: readonly Hit[];
  readonly vectors: readonly Hit[] | undefined;
  /** Passages that a name in the question is about, with how clearly, above 0 to 1. */
  readonly named: ReadonlyMap<NodeRow, number>;
}

/** Places beyond this are all alike. */
export const LISTED = 300;

/** Below this a walk is cut: of the hundred best about 95 stay, and it takes less than half the time. */
const NEGLIGIBLE = 2e-4;

/**
 * A walk from the ten best of both lists, fused by rank, and from the passages that the question names; half
 * of each step goes back to them. It goes through any passage, and lists those that are accepted.
 */
export function walk(
  links: Links,
  seeds: WalkSeeds,
  accepts: (row: NodeRow) => boolean = () => true,
): Walk {
  const values = personalisedPageRank(links, seedsOf(seeds), {
    restart: 0.5,
    negligible: NEGLIGIBLE,
  });
  const reached: NodeRow[] = [];
  for (let row = 0; row < values.length; row++) {
    if ((values[row] as number) >= NEGLIGIBLE && accepts(row)) reached.push(row);
  }
  const best = reached
    .sort((a, b) => (values[b] as number) - (values[a] as number) || a - b)
    .slice(0, LISTED);
  return { values, best, places: new Map(best.map((row, place) => [row, place])) };
}

/** The ten best of both lists, and up to .5 for what is named. */
function seedsOf({ words, vectors = [], named }: WalkSeeds): ReadonlyMap<NodeRow, number> {
  const seeds = fusedSeeds([words, vectors].map((hits) => hits.slice(0, 10).map(({ id }) => id)));
  for (const [row, clearness] of named) seeds.set(row, (seeds.get(row) ?? 0) + 0.5 * clearness);
  return seeds;
}
