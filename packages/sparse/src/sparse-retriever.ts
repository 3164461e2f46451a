import {
  type CallOptions,
  listOf,
  type NodeSource,
  type Retriever,
  requireWhole,
  type SparseIndex,
} from "@psi/core";

export interface SparseRetrieverOptions {
  /** Reads the nodes that are found; the index's rows are their rows. */
  readonly nodes: NodeSource;
  /** The prefix of the signals. Default "sparse". */
  readonly name?: string;
}

/**
 * A retriever over an index of words. Signals: "sparse.bm25", the score, and "sparse.rank", from 1.
 * `score` adds "sparse.bm25" to nodes that others found: 0 where no word is shared, and for rows that the
 * index does not hold.
 *
 * `retrieve` throws PsiError `invalid-option` for a limit that is no whole number from 1 (10 when left
 * out), and the signal's reason when it is aborted.
 */
export function sparseRetriever(
  index: SparseIndex,
  { nodes, name = "sparse" }: SparseRetrieverOptions,
): Retriever {
  return {
    name,
    async retrieve(query, { limit = 10, signal } = {}) {
      requireWhole("limit", limit, 1);
      signal?.throwIfAborted();
      const hits = index.search(query, limit);
      const call: CallOptions = signal === undefined ? {} : { signal };
      const found = await nodes.read(
        hits.map(({ id }) => id),
        call,
      );
      signal?.throwIfAborted();
      return listOf(name, "bm25", hits, found);
    },
    async score(query, found, { signal } = {}) {
      signal?.throwIfAborted();
      const scores = index.score(
        query,
        found.map(({ node }) => node.row),
      );
      return found.map((each, i) => ({
        ...each,
        signals: { ...each.signals, [`${name}.bm25`]: scores[i] as number },
      }));
    },
  };
}
