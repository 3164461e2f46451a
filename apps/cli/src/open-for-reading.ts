import type { PsiIndex } from "@psi/rag";
import { openEmbedder } from "./open-embedder.js";

/**
 * Opens an index that must exist, does some work with it, and closes it and what it needed.
 * @param embedder a model folder; undefined for the embedder that ships; false where no query is embedded,
 *   which also opens an index of any embedder
 */
export async function withIndex<Result>(
  path: string,
  embedder: string | false | undefined,
  work: (index: PsiIndex) => Promise<Result>,
): Promise<Result> {
  const { openIndex } = await import("@psi/rag");
  const part = await openEmbedder(embedder);
  try {
    const index = await openIndex(path, {
      readOnly: true,
      // Nothing is built here.
      abstracter: false,
      ...(part !== undefined && { embedder: part }),
    });
    try {
      return await work(index);
    } finally {
      await index.close();
    }
  } finally {
    if (part) await part.close();
  }
}
