import { PsiError } from "./errors.js";
import type { Embedder } from "./models.js";

/**
 * A query's vector.
 * @throws PsiError `embedder-failed` when the embedder throws
 */
export async function queryVector(
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
