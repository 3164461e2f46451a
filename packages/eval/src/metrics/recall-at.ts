import { requireWhole } from "@psi/core";
import { goldRanks } from "./gold-ranks.js";

/**
 * Recall at k: the share of the gold ids that stand among the first k of the list, 0 to 1.
 *
 *     R@k = |gold ∩ first k| / |gold|        (Manning, Raghavan and Schütze 2008, section 8.3)
 *
 * @param ranked ids, best first; a repeated id counts once and keeps both its places.
 * @param gold at least one id; repetitions count once.
 * @param k the cutoff, from 1.
 * @throws PsiError `invalid-option` without gold ids or for another k.
 */
export function recallAt(ranked: readonly string[], gold: readonly string[], k: number): number {
  requireWhole("k", k, 1);
  const { ranks, wanted } = goldRanks(ranked, gold);
  return ranks.filter((rank) => rank <= k).length / wanted;
}
