import { type Hierarchy, type NodeRow, requireWhole } from "@psi/core";

/**
 * The rows from the root down to a node, both included.
 * @throws PsiError `invalid-option` for a row that the tree does not have.
 */
export function pathTo({ parents }: Hierarchy, row: NodeRow): readonly NodeRow[] {
  requireWhole("row", row, 0, parents.length - 1);
  const path = [row];
  for (let node = parents[row]!; node !== -1; node = parents[node]!) path.push(node);
  return path.reverse();
}
