import {
  type CallOptions,
  dot,
  type Embedder,
  type IndexStore,
  listOf,
  type Matrix,
  PsiError,
  requireWhole,
  row,
  rowCount,
  type ScoredNode,
  writeUnitRow,
} from "@psi/core";
import { acceptedNodes } from "@psi/tree";
import { readVectors } from "../store/vectors.js";
import type { LoadedIndex } from "./loaded-index.js";
import { type MetadataFilter, matchingRows } from "./metadata-filter.js";

/** Finds upper nodes by the vectors of their abstracts. */
export type AbstractSearch = (
  query: string,
  options: CallOptions & {
    readonly limit: number;
    readonly embedder: Pick<Embedder, "embedQuery">;
    /** Only abstracts of passages all of which match. */
    readonly filter?: MetadataFilter;
  },
) => Promise<readonly ScoredNode[]>;

/**
 * Compares a query with every abstract. The vectors are read from the store by the first search, since most
 * programs never ask for abstracts. Signals: "abstracts.cosine", "abstracts.rank".
 */
export function abstractSearch(index: LoadedIndex, store: IndexStore): AbstractSearch {
  let vectors: Promise<Matrix> | undefined;
  return async (query, { limit, embedder, filter, signal }) => {
    requireWhole("limit", limit, 1);
    signal?.throwIfAborted();
    vectors ??= readAbstractVectors(index, store);
    const matrix = await vectors;
    const asked = { data: new Float32Array(matrix.dimensions), dimensions: matrix.dimensions };
    writeUnitRow(asked, 0, await embedder.embedQuery(query), "the query");
    signal?.throwIfAborted();
    const returned = filter && (await within(filter, index));
    const hits = Array.from({ length: rowCount(matrix) }, (_, i) => ({
      id: index.snapshot.passages.length + i,
      score: dot(row(matrix, i), asked.data),
    }))
      .filter(({ id }) => returned === undefined || returned[id] === 1)
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, limit);
    return listOf("abstracts", "cosine", hits, await index.nodes.read(hits.map(({ id }) => id)));
  };
}

/** A flag for each node: whether all passages below it match. */
async function within(filter: MetadataFilter, index: LoadedIndex): Promise<Uint8Array | undefined> {
  const rows = matchingRows(filter, await index.metadata());
  return index.tree && acceptedNodes(index.tree, (leaf) => rows.has(leaf)).all;
}

async function readAbstractVectors({ snapshot }: LoadedIndex, store: IndexStore): Promise<Matrix> {
  const { tree } = snapshot;
  if (tree === undefined || tree.abstracter === undefined) {
    throw new PsiError(
      "invalid-option",
      "The index has no abstracts. Index again with an embedder and an abstracter.",
    );
  }
  const { abstractEmbeddings, dimensions } = tree;
  const matrix = { data: new Float32Array(abstractEmbeddings.length * dimensions), dimensions };
  await readVectors(store, abstractEmbeddings, matrix);
  return matrix;
}
