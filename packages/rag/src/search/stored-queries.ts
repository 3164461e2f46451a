import { type CallOptions, type IndexStore, queryVector } from "@psi/core";
import type { EmbedderPart } from "../build/embed-texts.js";
import { embeddingKey, queryHash } from "../store/keys.js";
import { decodeVector, encodeVector } from "../store/vectors.js";
import type { QueryEmbedder } from "./shared-queries.js";

/**
 * An embedder of queries that keeps their vectors in the store, as those of passages are.
 *
 * @param dimensions the width of the index's vectors: others are neither used nor kept
 */
export function storedQueries(
  { embedder, name }: EmbedderPart,
  store: IndexStore,
  dimensions: () => number | undefined,
): QueryEmbedder {
  return {
    async embedQuery(query: string, call?: CallOptions) {
      const key = embeddingKey(queryHash(name, query));
      const [stored] = await store.read([key]);
      const known = decodeVector(stored);
      if (known !== undefined && known.length === dimensions()) return [...known];
      const vector = await queryVector(embedder, query, call);
      if (vector.length === dimensions()) {
        await store.write([{ key, bytes: encodeVector(vector, "the query") }]);
      }
      return vector as number[];
    },
  };
}
