import {
  listOf,
  type Matrix,
  PsiError,
  type PsiTree,
  type Retriever,
  requireWhole,
  row as rowOf,
  type ScoredNode,
  writeUnitRow,
} from "@psi/core";
import type { FilteredSearchOptions } from "../options.js";
import { listingCopies, type Space, spaceOf } from "./copies.js";
import type { LoadedIndex } from "./loaded-index.js";
import { readFilter } from "./metadata-filter.js";
import { nearestLeaves } from "./vector-parts.js";

/** The passages nearest to a vector; see `PsiIndex.searchByVector`. */
export async function searchByVector(
  index: LoadedIndex | undefined,
  vector: ArrayLike<number>,
  { limit = 5, filter, onNote, signal }: FilteredSearchOptions,
): Promise<readonly ScoredNode[]> {
  requireWhole("limit", limit, 1);
  if (typeof vector?.length !== "number") {
    throw new PsiError("invalid-option", "The vector must be an array of numbers.");
  }
  signal?.throwIfAborted();
  if (index === undefined) return [];
  const { vectors } = treeOf(index);
  const query: Matrix = {
    data: new Float32Array(vectors.dimensions),
    dimensions: vectors.dimensions,
  };
  writeUnitRow(query, 0, vector, "the query");
  const rows = filter && (await index.rowsMatching(readFilter(filter), onNote));
  const space = spaceOf(index.copies, rows);
  const nearest = nearestTo(query.data, index, space);
  return listingCopies(nearest, space, index.snapshot.ids).retrieve("", { limit });
}

/** A retriever of the passages nearest to a vector, whatever it is asked. */
function nearestTo(vector: Float32Array, index: LoadedIndex, { accepts }: Space): Retriever {
  return {
    name: "tree",
    async retrieve(_, { limit = 5 } = {}) {
      const tree = treeOf(index);
      const hits = nearestLeaves({ tree, ...(accepts && { accepts }) }, vector, limit);
      return listOf("tree", "cosine", hits, await index.nodes.read(hits.map(({ id }) => id)));
    },
  };
}

/** Copies of nodes' vectors; see `PsiIndex.vectors`. */
export function vectorsOf(
  index: LoadedIndex | undefined,
  ids: readonly string[],
): readonly Float32Array[] {
  if (ids.length === 0) return [];
  const { vectors } = treeOf(index);
  return ids.map((id) => rowOf(vectors, (index as LoadedIndex).nodeIds.rowOf(id)).slice());
}

function treeOf(index: LoadedIndex | undefined): PsiTree {
  if (index?.tree !== undefined) return index.tree;
  throw new PsiError(
    "invalid-option",
    "The index has no vectors. Index the passages with an embedder.",
  );
}
