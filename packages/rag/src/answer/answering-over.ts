import type { Retriever } from "@psi/core";
import type { RetrieverOptions } from "../options.js";
import type { LoadedIndex } from "../search/loaded-index.js";
import { retrieverFor, type SearchDefaults } from "../search/retrievers.js";
import type { AbstractSearch } from "../search/search-abstracts.js";
import type { QueryEmbedder } from "../search/shared-queries.js";
import type { Answering } from "./steps-over.js";

/**
 * What a question is answered with: one state of an index, whatever is committed meanwhile.
 * @param loaded undefined without passages
 * @param searchAbstracts called when abstracts are first wanted
 */
export function answeringOver(
  loaded: LoadedIndex | undefined,
  defaults: SearchDefaults,
  searchAbstracts: () => AbstractSearch,
): Answering {
  const { tokenizer, embedder } = defaults;
  return {
    tokenizer,
    embedder: loaded?.tree === undefined ? undefined : embedder,
    passages: (counted, how) =>
      loaded === undefined
        ? nothing
        : retrieverFor(loaded, { ...defaults, embedder: counted }, how),
    abstracts:
      loaded?.snapshot.tree?.abstracter === undefined
        ? undefined
        : (counted, filter) => abstractsWith(counted, filter, searchAbstracts()),
  };
}

const nothing: Retriever = { name: "nothing", retrieve: async () => [] };

function abstractsWith(
  embedder: QueryEmbedder,
  filter: RetrieverOptions["filter"],
  search: AbstractSearch,
): Retriever {
  const only = filter === undefined ? {} : { filter };
  return {
    name: "abstracts",
    retrieve: (query, options = {}) => search(query, { ...options, embedder, ...only }),
  };
}
