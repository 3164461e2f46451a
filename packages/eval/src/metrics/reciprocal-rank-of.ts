import { goldRanks } from "./gold-ranks.js";

/**
 * Reciprocal rank: 1 / the rank of the first gold id in the list, 0 when none stands in it. Its mean over
 * the questions is the mean reciprocal rank, MRR.
 *
 *     RR = 1 / min rank of a gold id        (Voorhees 1999, TREC-8 question answering track)
 *
 * @param ranked ids, best first; @param gold at least one id.
 * @throws PsiError `invalid-option` without gold ids.
 */
export function reciprocalRankOf(ranked: readonly string[], gold: readonly string[]): number {
  const first = goldRanks(ranked, gold).ranks[0];
  return first === undefined ? 0 : 1 / first;
}
