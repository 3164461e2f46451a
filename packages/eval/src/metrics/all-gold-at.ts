import { recallAt } from "./recall-at.js";

/**
 * All gold at k: 1 when every gold id stands among the first k of the list, 0 otherwise. Its mean is the
 * share of the questions for which a reader of k passages has all it needs; the all-recall of multi-hop
 * question answering.
 *
 *     A@k = [gold ⊆ first k]        always 0 where k < |gold|
 *
 * Parameters and errors are those of `recallAt`.
 */
export function allGoldAt(ranked: readonly string[], gold: readonly string[], k: number): 0 | 1 {
  return recallAt(ranked, gold, k) === 1 ? 1 : 0;
}
