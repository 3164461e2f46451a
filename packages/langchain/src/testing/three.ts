import type { ScoredNode } from "@psi/core";
import { foundNode } from "../fake-retriever.js";

/** Found by the tree and by words, by words alone, and by nothing that is known. */
export const THREE: readonly ScoredNode[] = [
  foundNode("a", 0.9, {
    metadata: { title: "A", psi: "old" },
    signals: { "tree.cosine": 0.9, "tree.rank": 1, "sparse.bm25": 3, "sparse.rank": 2 },
  }),
  foundNode("b", 0.5, { signals: { "sparse.bm25": 4, "sparse.rank": 1 } }),
  foundNode("c", 0.1),
];
