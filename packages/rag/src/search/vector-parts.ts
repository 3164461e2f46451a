import type { BridgeVectors, SecondHopVectors } from "@psi/bridge";
import {
  acceptedHits,
  dot,
  type Embedder,
  fromRows,
  type Hit,
  type NodeRow,
  type PsiTree,
  queryVector,
  row as rowOf,
} from "@psi/core";
import { scan } from "@psi/tree";

/** A tree's leaves, and what embeds queries to compare them with. */
export interface LeafVectors {
  readonly tree: PsiTree;
  readonly embedder: Pick<Embedder, "embedQuery">;
  /** Leaves that may be found; all when left out. */
  readonly accepts?: (row: NodeRow) => boolean;
}

/** Leaves by plain cosine: what links start from, and what compares passages with one another. */
export function bridgeVectors(vectors: LeafVectors): BridgeVectors {
  const { tree, embedder } = vectors;
  return {
    async search(query, limit, call) {
      return nearestLeaves(vectors, await queryVector(embedder, query, call), limit);
    },
    similarity: (a, b) => dot(rowOf(tree.vectors, a), rowOf(tree.vectors, b)),
  };
}

/** The same for queries that hold a passage. */
export function hopVectors(vectors: LeafVectors): SecondHopVectors {
  const { tree, embedder } = vectors;
  return {
    async embed(text, call) {
      const vector = await queryVector(embedder, text, call);
      return rowOf(
        fromRows([vector], () => "the query"),
        0,
      );
    },
    nearest: (vector, limit) => nearestLeaves(vectors, vector, limit),
    leaf: (row) => rowOf(tree.vectors, row),
  };
}

/** The leaves nearest to a vector by plain cosine, best first. O(leaves x dimensions). */
export function nearestLeaves(
  { tree, accepts }: Pick<LeafVectors, "accepts" | "tree">,
  vector: ArrayLike<number>,
  limit: number,
): readonly Hit[] {
  const search = (most: number): readonly Hit[] =>
    scan(tree, vector, { limit: most, parentWeight: 0 });
  return accepts === undefined ? search(limit) : acceptedHits(search, accepts, limit);
}
