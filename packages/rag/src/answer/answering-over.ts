import type { Embedder, Retriever } from "@psi/core";
import type { LoadedIndex } from "../search/loaded-index.js";
import type { MetadataFilter } from "../search/metadata-filter.js";
import { retrieverFor, type SearchDefaults } from "../search/retrievers.js";
import type { AbstractSearch } from "../search/search-abstracts.js";
import type { Answering } from "./steps-over.js";

/**
 * What a question is answered with: one state of an index, whatever is committed meanwhile.
 * @param searchAbstracts made when it is first wanted
 */
export function answeringOver(
  loaded: LoadedIndex | undefined,
  defaults: SearchDefaults,
  searchAbstracts: () => AbstractSearch,
): Answering {
  const { tokenizer, embedder } = defaults;
  const empty = loaded === undefined || loaded.snapshot.ids.length === 0;
  return {
    tokenizer,
    embedder: loaded?.tree === undefined ? undefined : embedder,
    passages: (counted, how) =>
      empty ? nothing : retrieverFor(loaded, { ...defaults, embedder: counted }, how),
    abstracts:
      loaded?.snapshot.tree?.abstracter === undefined
        ? undefined
        : (counted, filter) => abstractsWith(counted, filter, searchAbstracts()),
  };
}

const nothing: Retriever = { name: "nothing", retrieve: async () => [] };

function abstractsWith(
  embedder: Pick<Embedder, "embedQuery">,
  filter: MetadataFilter | undefined,
  search: AbstractSearch,
): Retriever {
  return {
    name: "abstracts",
    retrieve: (query, { limit = 5, signal } = {}) =>
      search(query, { limit, embedder, ...(filter && { filter }), ...(signal && { signal }) }),
  };
}
