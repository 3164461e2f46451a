import type { Embedder } from "@psi/core";

/** Queries that are being asked at the same time. */
const REMEMBERED = 16;

/** An embedder of queries that several retrievers ask for the same query, and that embeds it once. */
export function sharedQueries(
  embedder: Pick<Embedder, "embedQuery">,
): Pick<Embedder, "embedQuery"> {
  const vectors = new Map<string, Promise<number[]>>();
  return {
    embedQuery(query) {
      const known = vectors.get(query);
      if (known !== undefined) return known;
      const vector = embedder.embedQuery(query);
      vectors.set(query, vector);
      vector.catch(() => vectors.delete(query));
      if (vectors.size > REMEMBERED) vectors.delete(vectors.keys().next().value as string);
      return vector;
    },
  };
}
