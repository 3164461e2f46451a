import type { Hit } from "@psi/core";
import type { Links } from "../links.js";
import { personalisedPageRank } from "../page-rank.js";

/** One walk over the links: values of all rows, and the best rows, best first. */
export interface Walk {
  readonly values: Float64Array;
  readonly best: readonly number[];
  /** Place of a row among the best, from 0. */
  readonly places: ReadonlyMap<number, number>;
}

/** What the walks start from. */
export interface WalkSeeds {
  /** The best by words and, where there are vectors, by vectors. Best first. */
  readonly words: readonly Hit[];
  readonly vectors: readonly Hit[] | undefined;
  /** Passages that a name in the question is about, with how clearly, above 0 to 1. */
  readonly named: ReadonlyMap<number, number>;
}

/** Places beyond this are all alike. */
export const LISTED = 300;

/**
 * Three walks: from the ten best of both lists, fused by rank, going back to them half of the time; the same
 * going back seldom, which finds what is two links away; and from the twenty best by score. Each also starts
 * from the passages that the question names.
 */
export function threeWalks(links: Links, seeds: WalkSeeds): readonly [Walk, Walk, Walk] {
  const byRank = seedsByRank(seeds);
  const byScore = seedsByScore(seeds);
  return [walk(links, byRank, 0.5), walk(links, byRank, 0.2), walk(links, byScore, 0.5)];
}

/** Below this a walk is cut: of the hundred best about 95 stay, and it takes less than half the time. */
const NEGLIGIBLE = 2e-4;

function walk(links: Links, seeds: ReadonlyMap<number, number>, restart: number): Walk {
  const values = personalisedPageRank(links, seeds, { restart, negligible: NEGLIGIBLE });
  const reached: number[] = [];
  for (let row = 0; row < values.length; row++) {
    if ((values[row] as number) >= NEGLIGIBLE) reached.push(row);
  }
  const best = reached
    .sort((a, b) => (values[b] as number) - (values[a] as number) || a - b)
    .slice(0, LISTED);
  return { values, best, places: new Map(best.map((row, place) => [row, place])) };
}

/** 1/(place + 2) for the ten first of both lists fused by reciprocal rank, and .5 for what is named. */
function seedsByRank({ words, vectors = [], named }: WalkSeeds): ReadonlyMap<number, number> {
  const fused = new Map<number, number>();
  for (const list of [words.slice(0, 10), vectors.slice(0, 10)]) {
    list.forEach(({ id }, place) => {
      fused.set(id, (fused.get(id) ?? 0) + 1 / (61 + place));
    });
  }
  const best = [...fused].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 10);
  return withNamed(
    best.map(([row], place) => [row, 1 / (place + 2)]),
    named,
    0.5,
  );
}

/** exp(20 x what a cosine lacks to the best) or, without vectors, the share of the best BM25; 1 for what is named. */
function seedsByScore({ words, vectors, named }: WalkSeeds): ReadonlyMap<number, number> {
  const list = (vectors ?? words).slice(0, 20);
  const best = list[0]?.score ?? 0;
  const weightOf = (score: number): number =>
    vectors === undefined ? score / best : Math.exp(20 * (score - best));
  return withNamed(
    list.map(({ id, score }) => [id, weightOf(score)]),
    named,
    1,
  );
}

function withNamed(
  seeds: readonly (readonly [number, number])[],
  named: ReadonlyMap<number, number>,
  weight: number,
): ReadonlyMap<number, number> {
  const all = new Map(seeds);
  for (const [row, clearness] of named) all.set(row, (all.get(row) ?? 0) + weight * clearness);
  return all;
}
