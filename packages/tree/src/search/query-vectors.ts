import { type CallOptions, type Embedder, queryVector, remembered } from "@psi/core";

/**
 * Embeds queries, and remembers the last few. A retriever is asked to find and then to score for the same
 * query, and the embedding costs most of both.
 *
 * @returns a function that rejects with the signal's reason when aborted while it waits, and with a PsiError
 * `embedder-failed` when the embedder throws or returns no vector.
 */
export function queryVectors(
  embedder: Pick<Embedder, "embedQuery">,
): (query: string, call?: CallOptions) => Promise<readonly number[]> {
  return remembered((query, call) => queryVector(embedder, query, call));
}
