import { type CallOptions, type Embedder, queryVector, remembered } from "@psi/core";

/** What embeds queries. Those of this package take a signal besides. */
export type QueryEmbedder = Pick<Embedder, "embedQuery">;

/**
 * An embedder of queries that several retrievers ask for the same query, and that embeds it once.
 *
 * @param onCall hears of each call of the embedder.
 */
export function sharedQueries(embedder: QueryEmbedder, onCall = (): void => {}): QueryEmbedder {
  const vectorOf = remembered((query, call) => {
    onCall();
    return queryVector(embedder, query, call);
  });
  return {
    // Through `queryVector` a caller's signal comes in the second argument.
    embedQuery: (query: string, call?: CallOptions) => vectorOf(query, call) as Promise<number[]>,
  };
}
