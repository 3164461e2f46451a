import { type NodeRow, PsiError } from "@psi/core";
import { describeTree, pathTo } from "@psi/tree";
import type { Parts } from "./parts.js";
import type { IndexDescription, NodeDescription } from "./psi-index.js";
import type { LoadedIndex } from "./search/loaded-index.js";

/** An index in figures; an empty one is described by its parts. */
export function describeIndex(loaded: LoadedIndex | undefined, parts: Parts): IndexDescription {
  const { snapshot, tree } = loaded ?? {};
  const passages = snapshot?.ids.length ?? 0;
  return {
    passages,
    nodes: tree?.parents.length ?? passages,
    layers: tree === undefined ? [] : describeTree(tree).layers,
    embedder: snapshot === undefined ? parts.embedder?.name : snapshot.tree?.embedder,
    dimensions: snapshot?.tree?.dimensions,
    abstracter: snapshot === undefined ? parts.abstracter?.name : snapshot.tree?.abstracter,
    tokenizer: snapshot?.tokenizer ?? parts.tokenizer.name,
    created: snapshot?.created,
  };
}

/**
 * A node, what is above it and what is below it; the root without an id.
 * @throws PsiError `unknown-id`, `empty-corpus` for the root of an index without passages
 */
export async function describeNode(
  loaded: LoadedIndex | undefined,
  id: string | undefined,
): Promise<NodeDescription> {
  if (loaded === undefined || loaded.snapshot.ids.length === 0) {
    throw new PsiError(
      "empty-corpus",
      "The index has no passages, so it has no nodes. Add some first.",
    );
  }
  const { tree, nodes, nodeIds } = loaded;
  if (tree === undefined && id === undefined) {
    throw new PsiError(
      "unknown-id",
      "The index has words alone, so it has no tree and no root. Name a passage.",
    );
  }
  const row: NodeRow = id === undefined ? rootOf(loaded) : nodeIds.rowOf(id);
  const above = tree === undefined ? [row] : [...pathTo(tree, row)];
  const below = tree === undefined ? [] : [...tree.children(row)];
  const read = await nodes.read([...above, ...below]);
  const path = read.slice(0, above.length);
  const node = path[path.length - 1] as NodeDescription["node"];
  const { notes } = node.metadata;
  return {
    node,
    path,
    children: read.slice(above.length),
    notes: node.layer > 0 && Array.isArray(notes) ? notes : [],
  };
}

function rootOf({ tree }: LoadedIndex): NodeRow {
  return tree === undefined ? 0 : tree.parents.length - 1;
}
