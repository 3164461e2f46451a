import { type Fusion, mergeLists, type ScoredNode } from "@psi/core";
import type { FusionWeights, Tier } from "@psi/fusion";

/** A fusion that looks on. */
export interface Watched {
  readonly fuse: Fusion;
  /** All candidates of the last query, with the signals of all retrievers; empty before the first. */
  last(): readonly ScoredNode[];
}

/** The same fusion, remembering what it was given. For one query at a time. */
export function watched(fuse: Fusion): Watched {
  let candidates: readonly ScoredNode[] = [];
  return {
    fuse: (query, lists, options) => {
      candidates = mergeLists(lists);
      return fuse(query, lists, options);
    },
    last: () => candidates,
  };
}

/** Which of the weights that ship are for some candidates: those of the highest tier whose signals any has. */
export function tierOf(candidates: readonly ScoredNode[]): Tier {
  const has = (signal: string): boolean =>
    candidates.some(({ signals }) => signals?.[signal] !== undefined);
  if (has("hop.near")) return "hops";
  return has("tree.cosine") ? "vectors" : "words";
}

/** The weights that order some candidates: the user's own, or those that ship. */
export async function weightsFor(
  candidates: readonly ScoredNode[],
  own: FusionWeights | undefined,
): Promise<FusionWeights> {
  if (own !== undefined) return own;
  const { shippedWeights } = await import("@psi/fusion");
  return shippedWeights(tierOf(candidates));
}
