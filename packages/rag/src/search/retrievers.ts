import { bridgeRetriever, linkRetriever, secondHopRetriever } from "@psi/bridge";
import {
  acceptedHits,
  type Embedder,
  type Fusion,
  hybridRetriever,
  type NodeRow,
  PsiError,
  type Retriever,
  type SparseIndex,
  type Tokenizer,
} from "@psi/core";
import { sparseRetriever } from "@psi/sparse";
import { treeRetriever } from "@psi/tree";
import type { SearchOptions } from "../psi-index.js";
import type { LoadedIndex } from "./loaded-index.js";
import { matchingRows } from "./metadata-filter.js";
import { bridgeVectors, hopVectors } from "./vector-parts.js";

/** What an index searches with when a call does not say otherwise. */
export interface SearchDefaults {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: Pick<Embedder, "embedQuery"> | undefined;
  readonly tokenizer: Tokenizer;
  readonly fuse: Fusion;
  readonly candidates: number;
}

type How = Omit<SearchOptions, "limit" | "signal">;

/** Which passages may be found. */
interface Space {
  readonly sparse: SparseIndex;
  /** All when left out. */
  readonly accepts?: (row: NodeRow) => boolean;
}

const KINDS = ["hybrid", "tree", "words", "links"] as const;

/**
 * The retriever for one call.
 * @throws PsiError `invalid-option` for a kind that is none, or that needs what the index does not have; for
 * a filter that is none when it is first asked
 */
export function retrieverFor(index: LoadedIndex, defaults: SearchDefaults, how: How): Retriever {
  const { filter, ...rest } = how;
  if (filter === undefined) return retrieverOver(index, defaults, rest, index);
  let made: Promise<Retriever> | undefined;
  const make = async (): Promise<Retriever> => {
    const rows = matchingRows(filter, await index.metadata());
    return retrieverOver(index, defaults, rest, spaceOf(index.sparse, rows));
  };
  return {
    name: how.retriever ?? "hybrid",
    async retrieve(query, options) {
      made ??= make();
      return (await made).retrieve(query, options);
    },
  };
}

function spaceOf(sparse: SparseIndex, rows: ReadonlySet<NodeRow>): Space {
  const accepts = (row: NodeRow): boolean => rows.has(row);
  return {
    accepts,
    sparse: {
      score: (query, asked) => sparse.score(query, asked),
      search: (query, limit) => acceptedHits((most) => sparse.search(query, most), accepts, limit),
    },
  };
}

function retrieverOver(
  index: LoadedIndex,
  defaults: SearchDefaults,
  how: Omit<How, "filter">,
  { sparse, accepts }: Space,
): Retriever {
  const { nodes, bridge } = index;
  const kind = how.retriever ?? "hybrid";
  if (!KINDS.includes(kind)) {
    throw new PsiError(
      "invalid-option",
      `retriever is one of ${KINDS.join(", ")}; it is "${kind}".`,
    );
  }
  const only = accepts === undefined ? {} : { accepts };
  const words = sparseRetriever(sparse, { nodes });
  if (kind === "words") return words;
  const vectors = vectorRetriever(index, defaults, how, only);
  if (kind === "tree") {
    return vectors ?? lacking("vectors: index and open it with an embedder");
  }
  const starts = vectors === undefined ? [words] : [vectors, words];
  if (kind === "links") {
    if (bridge === undefined) return lacking("links: index it with names");
    return linkRetriever(bridge.links, { from: starts, nodes, ...only });
  }
  const linked = linkedRetrievers(index, defaults, how.secondHop === true, { sparse, ...only });
  return hybridRetriever([...starts, ...linked], {
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
  only: Pick<Space, "accepts">,
): Retriever | undefined {
  if (tree === undefined || embedder === undefined) return undefined;
  return treeRetriever(tree, {
    embedder,
    nodes,
    ...(strategy !== undefined && { strategy }),
    ...(width !== undefined && { width }),
    ...only,
  });
}

/** What goes over links, where there are some: the bridge, and from it the second hop. */
function linkedRetrievers(
  { bridge, tree, nodes }: LoadedIndex,
  { tokenizer, embedder }: SearchDefaults,
  secondHop: boolean,
  space: Space,
): readonly Retriever[] {
  const vectors = tree && embedder && { tree, embedder, ...only(space) };
  if (secondHop && (bridge === undefined || vectors === undefined)) {
    throw new PsiError(
      "invalid-option",
      "secondHop needs vectors and links. Index and open with an embedder and names, or leave it out.",
    );
  }
  if (bridge === undefined) return [];
  const first = bridgeRetriever({
    ...bridge,
    tokenizer,
    ...space,
    nodes,
    ...(vectors && { vectors: bridgeVectors(vectors) }),
  });
  if (!secondHop || vectors === undefined) return [first];
  return [first, secondHopRetriever({ from: first, vectors: hopVectors(vectors), nodes })];
}

function only({ accepts }: Space): Pick<Space, "accepts"> {
  return accepts === undefined ? {} : { accepts };
}
