import {
  type Abstract,
  type IndexStore,
  type NodeRow,
  type NodeSource,
  PsiError,
  type TreeNode,
} from "@psi/core";
import type { StoredPassage } from "../build/prepare-passages.js";
import { abstractKey, passageKey } from "../store/keys.js";
import { decodeJson } from "../store/pieces.js";
import type { Snapshot } from "../store/snapshot.js";
import type { NodeIds } from "./node-ids.js";

/** The nodes of a snapshot, read from the store when they are asked for. */
export function storedNodes(snapshot: Snapshot, store: IndexStore, ids: NodeIds): NodeSource {
  const keyAt = (row: NodeRow): string | undefined => nodeKey(snapshot, row);
  return {
    async read(rows, { signal } = {}) {
      signal?.throwIfAborted();
      const keys = rows.map(keyAt);
      const wanted = keys.filter((key) => key !== undefined);
      const blobs = (await store.read(wanted)).values();
      return rows.map((row, i): TreeNode => {
        const key = keys[i];
        const layer = snapshot.tree?.hierarchy.layers[row] ?? 0;
        const place = { row, id: ids.of(row), layer };
        if (key === undefined) return { ...place, text: "", metadata: {} };
        const blob = decodeJson<StoredPassage & Abstract>(blobs.next().value, key);
        return layer === 0
          ? { ...place, text: blob.pageContent, metadata: blob.metadata }
          : {
              ...place,
              text: blob.text,
              metadata: blob.notes.length > 0 ? { notes: blob.notes } : {},
            };
      });
    },
  };
}

/** The key of a node's text; undefined for a parent in an index without abstracts. */
function nodeKey({ passages, tree }: Snapshot, row: NodeRow): string | undefined {
  const hash = row < passages.length ? passages[row] : tree?.abstracts[row - passages.length];
  if (row >= 0 && hash !== undefined)
    return row < passages.length ? passageKey(hash) : abstractKey(hash);
  if (row >= 0 && row < (tree?.hierarchy.parents.length ?? 0)) return undefined;
  throw new PsiError("invalid-option", `There is no node in row ${row}.`);
}
