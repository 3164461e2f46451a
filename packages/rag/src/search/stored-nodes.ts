import { type IndexStore, type NodeRow, type NodeSource, PsiError, type TreeNode } from "@psi/core";
import { decodeAbstract } from "../store/abstracts.js";
import { abstractKey, passageKey } from "../store/keys.js";
import { decodePassage } from "../store/passages.js";
import { damaged } from "../store/pieces.js";
import type { Snapshot } from "../store/snapshot.js";
import type { NodeIds } from "./node-ids.js";

/** The nodes of a snapshot, read from the store when they are asked for. A passage is checked the first time. */
export function storedNodes(snapshot: Snapshot, store: IndexStore, ids: NodeIds): NodeSource {
  const known = new Uint8Array(snapshot.passages.length);
  return {
    async read(rows, { signal } = {}) {
      signal?.throwIfAborted();
      const keys = rows.map((row) => nodeKey(snapshot, row));
      const blobs = (await store.read(keys.filter((key) => key !== undefined))).values();
      return rows.map((row, i): TreeNode => {
        const key = keys[i];
        const layer = snapshot.tree?.hierarchy.layers[row] ?? 0;
        const bytes = key === undefined ? undefined : blobs.next().value;
        const content = contentOf(snapshot, row, key, bytes, known[row] === 1);
        if (row < known.length) known[row] = 1;
        return { row, id: ids.of(row), layer, ...content };
      });
    },
  };
}

/** @throws PsiError `corrupt-index` */
function contentOf(
  { passages }: Snapshot,
  row: NodeRow,
  key: string | undefined,
  bytes: Uint8Array | undefined,
  isKnown: boolean,
): Pick<TreeNode, "text" | "metadata"> {
  if (key === undefined) return { text: "", metadata: {} };
  if (row < passages.length) {
    const { pageContent, metadata } = decodePassage(bytes, passages[row] as string, isKnown);
    return { text: pageContent, metadata };
  }
  const abstract = decodeAbstract(bytes);
  if (abstract === undefined) throw damaged(key);
  const { text, notes } = abstract;
  return { text, metadata: notes.length > 0 ? { notes } : {} };
}

/** The key of a node's text; undefined for a parent in an index without abstracts. */
function nodeKey({ passages, tree }: Snapshot, row: NodeRow): string | undefined {
  const hash = row < passages.length ? passages[row] : tree?.abstracts[row - passages.length];
  if (row >= 0 && hash !== undefined)
    return row < passages.length ? passageKey(hash) : abstractKey(hash);
  if (row >= 0 && row < (tree?.hierarchy.parents.length ?? 0)) return undefined;
  throw new PsiError("invalid-option", `There is no node in row ${row}.`);
}
