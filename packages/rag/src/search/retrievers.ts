import { bridgeRetriever, linkRetriever, secondHopRetriever } from "@psi/bridge";
import {
  acceptedHits,
  type Embedder,
  type Fusion,
  hybridRetriever,
  PsiError,
  type Retriever,
  type SparseIndex,
  type Tokenizer,
} from "@psi/core";
import { sparseRetriever } from "@psi/sparse";
import { treeRetriever } from "@psi/tree";
import type { RetrieverOptions } from "../options.js";
import { listingCopies, type Space, spaceOf } from "./copies.js";
import type { LoadedIndex } from "./loaded-index.js";
import { readFilter } from "./metadata-filter.js";
import { once } from "./once.js";
import { bridgeVectors, hopVectors } from "./vector-parts.js";

/** What an index searches with when a call does not say otherwise. */
export interface SearchDefaults {
  /** Undefined when the index is searched by words alone. */
  readonly embedder: Pick<Embedder, "embedQuery"> | undefined;
  readonly tokenizer: Tokenizer;
  readonly fuse: Fusion;
  readonly candidates: number;
}

/** Where a search looks, and what it may find there. */
interface Searched extends Space {
  readonly sparse: SparseIndex;
}

const KINDS = ["hybrid", "tree", "words", "links"] as const;

/**
 * The retriever for one call. Passages of equal text take one place in its lists.
 * @throws PsiError `invalid-option` for an unknown kind, or one that needs what the index does not have; for an
 * invalid filter
 */
export function retrieverFor(
  index: LoadedIndex,
  defaults: SearchDefaults,
  how: RetrieverOptions,
): Retriever {
  const { filter: given, onNote, ...rest } = how;
  if (given === undefined) {
    return retrieverOver(index, defaults, rest, searchedOf(index, spaceOf(index.copies)));
  }
  const filter = readFilter(given);
  const retriever = once(async () => {
    const rows = await index.rowsMatching(filter, onNote);
    return retrieverOver(index, defaults, rest, searchedOf(index, spaceOf(index.copies, rows)));
  });
  return {
    name: how.retriever ?? "hybrid",
    retrieve: async (query, options) => (await retriever()).retrieve(query, options),
  };
}

function searchedOf({ sparse }: LoadedIndex, space: Space): Searched {
  const { accepts } = space;
  if (accepts === undefined) return { ...space, sparse };
  return {
    ...space,
    sparse: {
      score: (query, asked) => sparse.score(query, asked),
      search: (query, limit) => acceptedHits((most) => sparse.search(query, most), accepts, limit),
    },
  };
}

function retrieverOver(
  index: LoadedIndex,
  defaults: SearchDefaults,
  how: Omit<RetrieverOptions, "filter" | "onNote">,
  searched: Searched,
): Retriever {
  const { nodes, bridge, snapshot } = index;
  const kind = how.retriever ?? "hybrid";
  if (!KINDS.includes(kind)) {
    throw new PsiError(
      "invalid-option",
      `retriever is one of ${KINDS.join(", ")}; it is "${kind}".`,
    );
  }
  const listing = (retriever: Retriever): Retriever =>
    listingCopies(retriever, searched, snapshot.ids);
  const words = sparseRetriever(searched.sparse, { nodes });
  if (kind === "words") return listing(words);
  const vectors = vectorRetriever(index, defaults, how, only(searched));
  if (kind === "tree") {
    return listing(vectors ?? lacking("vectors: index and open it with an embedder"));
  }
  const starts = vectors === undefined ? [words] : [vectors, words];
  if (kind === "links") {
    if (bridge === undefined) return lacking("links: index it with names");
    return listing(linkRetriever(bridge.links, { from: starts, nodes, ...only(searched) }));
  }
  const linked = linkedRetrievers(index, defaults, how.secondHop === true, searched);
  return hybridRetriever([...starts, ...linked].map(listing), {
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
  { strategy, width }: RetrieverOptions,
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
  searched: Searched,
): readonly Retriever[] {
  const vectors = tree && embedder && { tree, embedder, ...only(searched) };
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
    sparse: searched.sparse,
    ...only(searched),
    nodes,
    ...(vectors && { vectors: bridgeVectors(vectors) }),
  });
  if (!secondHop || vectors === undefined) return [first];
  return [first, secondHopRetriever({ from: first, vectors: hopVectors(vectors), nodes })];
}

function only({ accepts }: Space): Pick<Space, "accepts"> {
  return accepts === undefined ? {} : { accepts };
}
