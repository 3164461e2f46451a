import { type Embedder, type Fusion, hybridRetriever, PsiError, type Retriever } from "@psi/core";
import { sparseRetriever } from "@psi/sparse";
import { treeRetriever } from "@psi/tree";
import type { SearchOptions } from "../psi-index.js";
import type { LoadedIndex } from "./loaded-index.js";

/** What an index searches with when a call does not say otherwise. */
export interface SearchDefaults {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: Pick<Embedder, "embedQuery"> | undefined;
  readonly fuse: Fusion;
  readonly candidates: number;
}

/**
 * The retriever for one call.
 * @throws PsiError `invalid-option` for a kind that is none, or that needs vectors where there are none.
 */
export function retrieverFor(
  index: LoadedIndex,
  defaults: SearchDefaults,
  options: Omit<SearchOptions, "limit" | "signal">,
): Retriever {
  const { tree, sparse, nodes } = index;
  const kind = options.retriever ?? (tree && defaults.embedder ? "hybrid" : "words");
  if (!["hybrid", "tree", "words"].includes(kind)) {
    throw new PsiError(
      "invalid-option",
      `retriever is "hybrid", "tree" or "words"; it is "${kind}".`,
    );
  }
  const words = sparseRetriever(sparse, { nodes });
  if (kind === "words") return words;
  if (tree === undefined || defaults.embedder === undefined) {
    throw new PsiError(
      "invalid-option",
      `The retriever "${kind}" needs vectors. Use "words", or index and open with an embedder.`,
    );
  }
  const { strategy, width } = options;
  const vectors = treeRetriever(tree, {
    embedder: defaults.embedder,
    nodes,
    ...(strategy !== undefined && { strategy }),
    ...(width !== undefined && { width }),
  });
  if (kind === "tree") return vectors;
  const fuse = options.fuse ?? defaults.fuse;
  return hybridRetriever([vectors, words], { fuse, candidates: defaults.candidates });
}
