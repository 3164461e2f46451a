import { type NodeRow, type PsiTree, requireWhole } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import { unitQuery } from "./unit-query.js";

/**
 * The cosine of the query with each of some rows, leaves or parents, in their order. O(rows x d).
 *
 * @param query a vector of the tree's width, of any length but 0.
 * @throws PsiError `invalid-option` for a row that the tree does not have, `dimension-mismatch`, `bad-vector`.
 */
export function scoreLeaves(
  tree: PsiTree,
  query: ArrayLike<number>,
  rows: readonly NodeRow[],
): Float32Array {
  for (const row of rows) requireWhole("row", row, 0, tree.parents.length - 1);
  const cosines = new Float32Array(rows.length);
  kernel().dotsAt(tree.vectors, rows, unitQuery(tree, query), cosines);
  return cosines;
}
