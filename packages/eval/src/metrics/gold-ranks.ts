import { PsiError } from "@psi/core";

/**
 * The ranks, from 1 and ascending, at which the gold ids first stand in a ranked list; ids that do not
 * stand in it have none. An id given twice in the list keeps its first rank, and the second place is
 * spent: what was read twice was not found twice. O(length of both).
 *
 * @throws PsiError `invalid-option` without gold ids: nothing can be measured against nothing.
 */
export function goldRanks(
  ranked: readonly string[],
  gold: readonly string[],
): { readonly ranks: readonly number[]; readonly wanted: number } {
  const missing = new Set(gold);
  const wanted = missing.size;
  if (wanted === 0) {
    throw new PsiError(
      "invalid-option",
      "gold has no ids. Leave questions without gold passages out of the measurement.",
    );
  }
  const ranks: number[] = [];
  ranked.forEach((id, position) => {
    if (missing.delete(id)) ranks.push(position + 1);
  });
  return { ranks, wanted };
}
