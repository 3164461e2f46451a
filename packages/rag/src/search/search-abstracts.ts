import {
  dot,
  type Embedder,
  type IndexStore,
  listOf,
  type Matrix,
  PsiError,
  queryVector,
  requireWhole,
  row,
  rowCount,
  type ScoredNode,
  writeUnitRow,
} from "@psi/core";
import { acceptedNodes } from "@psi/tree";
import type { FilteredSearchOptions } from "../options.js";
import { readVectors } from "../store/vectors.js";
import type { LoadedIndex } from "./loaded-index.js";
import { readFilter } from "./metadata-filter.js";
import { once } from "./once.js";

/** Finds upper nodes by the vectors of their abstracts: with a filter those of which all passages match. */
export type AbstractSearch = (
  query: string,
  options: FilteredSearchOptions & { readonly embedder: Pick<Embedder, "embedQuery"> },
) => Promise<readonly ScoredNode[]>;

/**
 * Compares a query with every abstract. The vectors are read from the store by the first search, since most
 * programs never ask for abstracts. Signals: "abstracts.cosine", "abstracts.rank".
 */
export function abstractSearch(index: LoadedIndex, store: IndexStore): AbstractSearch {
  const vectors = once(() => readAbstractVectors(index, store));
  return async (query, { limit = 5, embedder, filter: given, onNote, signal }) => {
    requireWhole("limit", limit, 1);
    const filter = given === undefined ? undefined : readFilter(given);
    signal?.throwIfAborted();
    const matrix = await vectors();
    const asked = { data: new Float32Array(matrix.dimensions), dimensions: matrix.dimensions };
    const vector = await queryVector(embedder, query, { ...(signal && { signal }) });
    writeUnitRow(asked, 0, vector, "the query");
    const rows = filter && (await index.rowsMatching(filter, onNote));
    const returned = rows && index.tree && acceptedNodes(index.tree, (leaf) => rows.has(leaf)).all;
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
