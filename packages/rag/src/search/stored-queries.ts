import type { Embedder, IndexStore } from "@psi/core";
import type { EmbedderPart } from "../build/embed-texts.js";
import { embeddingKey, queryHash } from "../store/keys.js";
import { decodeVector, encodeVector } from "../store/vectors.js";

/** An embedder of queries that keeps their vectors in the store, as those of passages are. */
export function storedQueries(
  { embedder, name }: EmbedderPart,
  store: IndexStore,
): Pick<Embedder, "embedQuery"> {
  return {
    async embedQuery(query) {
      const key = embeddingKey(queryHash(name, query));
      const [stored] = await store.read([key]);
      if (stored !== undefined) return [...decodeVector(stored)];
      const vector = await embedder.embedQuery(query);
      await store.write([{ key, bytes: encodeVector(vector, "the query") }]);
      return vector;
    },
  };
}
