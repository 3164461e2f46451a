import { type Embedder, remembered } from "@psi/core";

/** An embedder of queries that several retrievers ask for the same query, and that embeds it once. */
export function sharedQueries(
  embedder: Pick<Embedder, "embedQuery">,
): Pick<Embedder, "embedQuery"> {
  return { embedQuery: remembered((query) => embedder.embedQuery(query)) };
}
