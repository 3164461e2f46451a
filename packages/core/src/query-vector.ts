import { abortable } from "./abortable.js";
import { isPsiError, PsiError } from "./errors.js";
import type { CallOptions, Embedder } from "./models.js";

/**
 * A query's vector. It waits no longer than the signal allows, even for an embedder that ignores signals.
 * Embedders that take options find `{ signal }` in their second argument.
 *
 * @throws PsiError `embedder-failed` when the embedder throws, also before it returns a promise, or returns
 * anything but a list of numbers; a PsiError of the embedder as it is; the signal's reason
 */
export async function queryVector(
  embedder: Pick<Embedder, "embedQuery">,
  query: string,
  call: CallOptions = {},
): Promise<readonly number[]> {
  // LangChain's contract has one argument; embedders that do not know the second ignore it.
  const embed = embedder.embedQuery.bind(embedder) as (
    query: string,
    options: CallOptions,
  ) => unknown;
  let vector: unknown;
  try {
    vector = await abortable(call.signal, async () => embed(query, call));
  } catch (cause) {
    call.signal?.throwIfAborted();
    if (isPsiError(cause)) throw cause;
    throw new PsiError(
      "embedder-failed",
      `The embedder threw while it embedded the query: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  if (isVector(vector)) return vector as readonly number[];
  throw new PsiError(
    "embedder-failed",
    "The embedder returned no list of numbers for the query. Check its embedQuery.",
  );
}

/**
 * Whether something that an embedder returned is a vector: a list of numbers, as an array or a typed array,
 * and not empty. NaN and infinity are numbers here; see `writeUnitRow`. O(length).
 */
export function isVector(value: unknown): value is ArrayLike<number> {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && !(value instanceof DataView))) {
    return false;
  }
  const { length } = value as unknown as ArrayLike<unknown>;
  for (let i = 0; i < length; i++) {
    if (typeof (value as ArrayLike<unknown>)[i] !== "number") return false;
  }
  return length > 0;
}
