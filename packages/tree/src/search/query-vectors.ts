import { type Embedder, PsiError } from "@psi/core";

/** How many queries' vectors are kept: those that are being asked at the same time. */
const remembered = 16;

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
  const vectors = new Map<string, Promise<readonly number[]>>();
  const start = (query: string): Promise<readonly number[]> => {
    const vector = embed(embedder, query);
    vectors.set(query, vector);
    if (vectors.size > remembered) vectors.delete(vectors.keys().next().value!);
    vector.catch(() => {
      if (vectors.get(query) === vector) vectors.delete(query);
    });
    return vector;
  };
  return (query, signal) => orAborted(vectors.get(query) ?? start(query), signal);
}

async function embed(
  embedder: Pick<Embedder, "embedQuery">,
  query: string,
): Promise<readonly number[]> {
  try {
    return await embedder.embedQuery(query);
  } catch (cause) {
    throw new PsiError(
      "embedder-failed",
      "The embedder threw while it embedded the query. See the cause.",
      { cause },
    );
  }
}

/** Waits for a promise that cannot be aborted, but no longer than the signal allows. */
async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
