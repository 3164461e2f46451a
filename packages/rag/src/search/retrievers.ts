import {
  type BridgeVectors,
  bridgeRetriever,
  linkRetriever,
  type SecondHopVectors,
  secondHopRetriever,
} from "@psi/bridge";
import {
  dot,
  type Embedder,
  type Fusion,
  fromRows,
  type Hit,
  hybridRetriever,
  PsiError,
  type PsiTree,
  type Retriever,
  row as rowOf,
  type Tokenizer,
} from "@psi/core";
import { sparseRetriever } from "@psi/sparse";
import { scan, treeRetriever } from "@psi/tree";
import type { SearchOptions } from "../psi-index.js";
import type { LoadedIndex } from "./loaded-index.js";

/** What an index searches with when a call does not say otherwise. */
export interface SearchDefaults {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: Pick<Embedder, "embedQuery"> | undefined;
  readonly tokenizer: Tokenizer;
  readonly fuse: Fusion;
  readonly candidates: number;
}

type How = Omit<SearchOptions, "limit" | "signal">;

const KINDS = ["hybrid", "tree", "words", "links"] as const;

/**
 * The retriever for one call.
 * @throws PsiError `invalid-option` for a kind that is none, or that needs what the index does not have
 */
export function retrieverFor(index: LoadedIndex, defaults: SearchDefaults, how: How): Retriever {
  const kind = how.retriever ?? "hybrid";
  if (!KINDS.includes(kind)) {
    throw new PsiError(
      "invalid-option",
      `retriever is one of ${KINDS.join(", ")}; it is "${kind}".`,
    );
  }
  const words = sparseRetriever(index.sparse, { nodes: index.nodes });
  if (kind === "words") return words;
  const vectors = vectorRetriever(index, defaults, how);
  if (kind === "tree") {
    return vectors ?? lacking("vectors: index and open it with an embedder");
  }
  const starts = vectors === undefined ? [words] : [vectors, words];
  if (kind === "links") {
    if (index.bridge === undefined) return lacking("links: index it with names");
    return linkRetriever(index.bridge.links, { from: starts, nodes: index.nodes });
  }
  const bridge = bridgeOf(index, defaults);
  const hop = how.secondHop === true ? secondHopOf(index, defaults, bridge) : undefined;
  const all = [...starts, bridge, hop].filter((each) => each !== undefined);
  return hybridRetriever(all, {
    fuse: how.fuse ?? defaults.fuse,
    candidates: defaults.candidates,
    fillSignals: true,
  });
}

function lacking(what: string): never {
  throw new PsiError("invalid-option", `The index has no ${what}, or use the retriever "words".`);
}

function vectorRetriever(
  { tree, nodes }: LoadedIndex,
  { embedder }: SearchDefaults,
  { strategy, width }: How,
): Retriever | undefined {
  if (tree === undefined || embedder === undefined) return undefined;
  return treeRetriever(tree, {
    embedder,
    nodes,
    ...(strategy !== undefined && { strategy }),
    ...(width !== undefined && { width }),
  });
}

function bridgeOf(
  { bridge, sparse, tree, nodes }: LoadedIndex,
  { tokenizer, embedder }: SearchDefaults,
): Retriever | undefined {
  if (bridge === undefined) return undefined;
  return bridgeRetriever({
    ...bridge,
    tokenizer,
    sparse,
    nodes,
    ...(tree && embedder && { vectors: bridgeVectors(tree, embedder) }),
  });
}

function secondHopOf(
  { tree, nodes }: LoadedIndex,
  { embedder }: SearchDefaults,
  bridge: Retriever | undefined,
): Retriever {
  if (tree === undefined || embedder === undefined || bridge === undefined) {
    throw new PsiError(
      "invalid-option",
      "secondHop needs vectors and links. Index and open with an embedder and names, or leave it out.",
    );
  }
  return secondHopRetriever({ from: bridge, vectors: hopVectors(tree, embedder), nodes });
}

function hopVectors(tree: PsiTree, embedder: Pick<Embedder, "embedQuery">): SecondHopVectors {
  return {
    async embed(text, { signal } = {}) {
      const vector = await embedder.embedQuery(text);
      signal?.throwIfAborted();
      return rowOf(
        fromRows([vector], () => "the query"),
        0,
      );
    },
    nearest: (vector, limit) => scan(tree, vector, { limit, parentWeight: 0 }),
    leaf: (row) => rowOf(tree.vectors, row),
  };
}

/** Leaves by plain cosine: what links start from, and what compares passages with one another. */
function bridgeVectors(tree: PsiTree, embedder: Pick<Embedder, "embedQuery">): BridgeVectors {
  return {
    async search(query, limit, { signal } = {}): Promise<readonly Hit[]> {
      const vector = await embedder.embedQuery(query);
      signal?.throwIfAborted();
      return scan(tree, vector, { limit, parentWeight: 0 });
    },
    similarity: (a, b) => dot(rowOf(tree.vectors, a), rowOf(tree.vectors, b)),
  };
}
