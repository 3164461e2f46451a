import { abortable, type Embedder, queryVector, remembered } from "@psi/core";

/**
 * Embeds queries, and remembers the last few: a retriever is asked to find and then to score for the same
 * query, and embedding is by far the dearest part of both.
 *
 * @returns a function that rejects with the signal's reason when aborted while it waits, and with a PsiError
 * `embedder-failed` when the embedder throws.
 */
export function queryVectors(
  embedder: Pick<Embedder, "embedQuery">,
): (query: string, signal?: AbortSignal) => Promise<readonly number[]> {
  const vectorOf = remembered((query) => queryVector(embedder, query));
  return (query, signal) => abortable(signal, () => vectorOf(query));
}
