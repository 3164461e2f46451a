import { type NodeRow, PsiError, type PsiTree } from "@psi/core";
import { contentHash } from "../store/keys.js";

/** The string ids of a snapshot's nodes, both ways. */
export interface NodeIds {
  of(row: NodeRow): string;
  /** @throws PsiError `unknown-id` */
  rowOf(id: string): NodeRow;
}

/**
 * Ids: a leaf's is its passage's; a parent's is made from the ids of its children, so it stays the same as
 * long as the same passages are grouped in the same way. Made when first asked for, in O(nodes).
 */
export function nodeIds(passageIds: readonly string[], tree: PsiTree | undefined): NodeIds {
  let all: readonly string[] | undefined;
  let rows: Map<string, NodeRow> | undefined;
  const ids = (): readonly string[] => {
    all ??= tree === undefined ? passageIds : withParents(passageIds, tree);
    return all;
  };
  return {
    of: (row) => (row < passageIds.length ? passageIds[row] : ids()[row]) as string,
    rowOf(id) {
      rows ??= new Map(ids().map((each, row) => [each, row]));
      const row = rows.get(id);
      if (row !== undefined) return row;
      throw new PsiError(
        "unknown-id",
        `The index has no passage and no node "${id}". Look ids up by searching or inspecting.`,
      );
    },
  };
}

function withParents(passageIds: readonly string[], tree: PsiTree): readonly string[] {
  const ids = [...passageIds];
  for (let row = passageIds.length; row < tree.parents.length; row++) {
    const children = Array.from(tree.children(row), (child) => ids[child]);
    ids.push(`node-${contentHash(children).slice(0, 16)}`);
  }
  return ids;
}
