import { requireWhole } from "@psi/core";
import { goldRanks } from "./gold-ranks.js";

/**
 * Normalised discounted cumulative gain at k with binary gains, 0 to 1: gold ids count the less the later
 * they stand, and the sum is divided by that of a list which has them all in front.
 *
 *     nDCG@k = Σ 1 / log2(1 + rank)  over the gold ids with rank <= k
 *            / Σ 1 / log2(1 + i)     over i = 1 … min(k, |gold|)
 *
 * (Järvelin and Kekäläinen 2002, in the log2(1 + rank) form that trec_eval has.)
 * Parameters and errors are those of `recallAt`. Unlike recall it may fall as k grows.
 */
export function ndcgAt(ranked: readonly string[], gold: readonly string[], k: number): number {
  requireWhole("k", k, 1);
  const { ranks, wanted } = goldRanks(ranked, gold);
  const ideal = Array.from({ length: Math.min(k, wanted) }, (_, position) => position + 1);
  return discounted(ranks.filter((rank) => rank <= k)) / discounted(ideal);
}

function discounted(ranks: readonly number[]): number {
  return ranks.reduce((sum, rank) => sum + 1 / Math.log2(1 + rank), 0);
}
