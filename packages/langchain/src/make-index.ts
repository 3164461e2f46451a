import type { DocumentInterface } from "@langchain/core/documents";
import { type IndexStore, isPsiError, memoryStore, PsiError } from "@psi/core";
import {
  type BuildOptions,
  createIndex,
  type IndexOptions,
  openIndex,
  type PsiIndex,
} from "@psi/rag";
import { requireDocuments } from "./change-index.js";

/** Where an index of some documents is made, and what becomes of one that is there already. */
export interface MakeIndexOptions extends IndexOptions, BuildOptions {
  /** Path of the index, or its store; memory, as long as the process lives, when left out. */
  readonly where?: string | IndexStore;
  /**
   * What to do when there is an index already: `"fail"`, the default; or `"sync"`, which makes it an index of
   * these documents. Documents that are new or changed are added, others that it has are removed, and what
   * has not changed is not embedded again. Documents without an id are known by their content.
   *
   * @example
   * // A program that may be run again.
   * await PsiRetriever.fromDocuments(documents, { where: "archive.psi", ifExists: "sync" });
   */
  readonly ifExists?: "fail" | "sync";
}

/**
 * An index of some documents. They are only read.
 *
 * @throws PsiError `index-exists` when there is one and it may not be changed, `empty-corpus` without
 * documents, and those of a build.
 */
export async function makeIndex(
  documents: readonly DocumentInterface[],
  options: MakeIndexOptions,
): Promise<PsiIndex> {
  const { where = memoryStore(), ifExists = "fail", ...how } = options;
  const { onProgress, onNote, signal, ...ofIndex } = how;
  const passages = requireDocuments(documents);
  if (ifExists === "fail") {
    return createIndex(where, passages, how).catch((error) => Promise.reject(withHint(error)));
  }
  if (ifExists !== "sync") {
    throw new PsiError(
      "invalid-option",
      `ifExists must be "fail" or "sync"; it is ${JSON.stringify(ifExists) ?? String(ifExists)}. To add to an index, open it and call addDocuments.`,
    );
  }
  if (passages.length === 0) {
    throw new PsiError(
      "empty-corpus",
      "There are no documents. To remove all that an index has, open it and call index.replaceAll([]).",
    );
  }
  const index = await openIndex(where, ofIndex);
  try {
    await index.replaceAll(passages, {
      ...(onProgress && { onProgress }),
      ...(onNote && { onNote }),
      ...(signal && { signal }),
    });
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}

function withHint(error: unknown): unknown {
  if (!isPsiError(error, "index-exists")) return error;
  const hint = 'Or pass ifExists: "sync" to make it an index of these documents.';
  return new PsiError("index-exists", `${error.message} ${hint}`, { cause: error });
}
