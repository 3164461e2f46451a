import { type BridgeData, loadBridge } from "@psi/bridge";
import {
  type IndexStore,
  type NodeRow,
  type NodeSource,
  PsiError,
  type PsiTree,
  type Tokenizer,
  type TreeNode,
} from "@psi/core";
import { type Bm25Index, loadBm25 } from "@psi/sparse";
import { allocateMatrix, psiTree } from "@psi/tree";
import { bridgeKey, sparseKey } from "../store/keys.js";
import type { Newest } from "../store/newest.js";
import { damaged } from "../store/pieces.js";
import type { Snapshot } from "../store/snapshot.js";
import { readVectors } from "../store/vectors.js";
import { type Copies, readCopies } from "./copies.js";
import { noteOnFilter } from "./filter-note.js";
import { type FilterField, matchingRows } from "./metadata-filter.js";
import { type NodeIds, nodeIds } from "./node-ids.js";
import { once } from "./once.js";
import { storedNodes } from "./stored-nodes.js";
import { isEarlier } from "./tokenizer-version.js";

/** A snapshot in memory: vectors, shape and postings; texts stay in the store. */
export interface LoadedIndex {
  readonly hash: string;
  readonly snapshot: Snapshot;
  readonly sparse: Bm25Index;
  readonly tree: PsiTree | undefined;
  /** Undefined in an index without links. */
  readonly bridge: BridgeData | undefined;
  readonly nodes: NodeSource;
  readonly nodeIds: NodeIds;
  readonly copies: Copies;
  /**
   * The passages that match a filter. Their metadata are read from the store by the first search that filters,
   * and kept.
   * @param onNote hears why, where none matches
   */
  rowsMatching(
    filter: readonly FilterField[],
    onNote?: (note: string) => void,
  ): Promise<ReadonlySet<NodeRow>>;
}

/**
 * Loads a snapshot for searching. O(passages x dimensions); no model is loaded.
 * @throws PsiError `incompatible-index` for words cut by another tokenizer, `corrupt-index`
 */
export async function loadIndex(
  { hash, snapshot }: Newest,
  store: IndexStore,
  tokenizer: Tokenizer,
): Promise<LoadedIndex> {
  if (snapshot.tokenizer !== tokenizer.name)
    throw otherTokenizer(snapshot.tokenizer, tokenizer.name);
  const words = await piece(store, sparseKey(snapshot.sparse));
  const links = snapshot.bridge && (await piece(store, bridgeKey(snapshot.bridge)));
  const tree = snapshot.tree && (await loadTree(snapshot.tree, store));
  const ids = nodeIds(snapshot.ids, tree);
  const nodes = storedNodes(snapshot, store, ids);
  const metadata = once(() => metadataOf(nodes, snapshot.passages.length));
  return {
    hash,
    snapshot,
    sparse: loadBm25(words, { tokenizer }),
    tree,
    bridge: links ? loadBridge(links) : undefined,
    nodes,
    nodeIds: ids,
    copies: readCopies(snapshot.copies ?? new Uint32Array()),
    async rowsMatching(filter, onNote) {
      const all = await metadata();
      const rows = matchingRows(filter, all);
      if (rows.size === 0) onNote?.(noteOnFilter(filter, all));
      return rows;
    },
  };
}

function otherTokenizer(made: string, current: string): PsiError {
  const advice = isEarlier(made, current)
    ? "Index the documents again: words and links are made anew, and nothing that was paid for is paid again."
    : "Open it with the first, or index again.";
  return new PsiError(
    "incompatible-index",
    `The index's words were cut by the tokenizer "${made}", this program has "${current}". ${advice}`,
  );
}

async function metadataOf(
  nodes: NodeSource,
  count: number,
): Promise<readonly TreeNode["metadata"][]> {
  const read = await nodes.read(Array.from({ length: count }, (_, row) => row));
  return read.map((node) => node.metadata);
}

async function piece(store: IndexStore, key: string): Promise<Uint8Array> {
  const [bytes] = await store.read([key]);
  if (bytes === undefined) throw damaged(key);
  return bytes;
}

async function loadTree(
  { hierarchy, dimensions, embeddings }: NonNullable<Snapshot["tree"]>,
  store: IndexStore,
): Promise<PsiTree> {
  // Room for the parents too, so that the tree takes this matrix over instead of copying it.
  const vectors = allocateMatrix(hierarchy.parents.length, dimensions);
  await readVectors(store, embeddings, vectors);
  return psiTree(hierarchy, vectors);
}
