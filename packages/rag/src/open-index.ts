import { type IndexStore, type Passage, PsiError } from "@psi/core";
import { indexOver } from "./index-over.js";
import { checkOptions } from "./option-names.js";
import type { BuildOptions, IndexOptions, OpenOptions } from "./options.js";
import { resolveParts } from "./parts.js";
import type { PsiIndex } from "./psi-index.js";
import { withRecordedName } from "./recorded-name.js";
import { lmdbStore } from "./store/lmdb-store.js";

/**
 * Opens an index, and makes an empty one where there is none. Vectors, shape and postings are loaded; the
 * embedder's model is not, until a query needs it.
 *
 * An index with damaged pieces is opened for writing, since a change can replace them: `replaceAll` with the
 * same documents. Until then searches throw `corrupt-index`.
 *
 * @param where the path of the index's file, or a store, which stays the caller's to close.
 * @throws PsiError `not-an-index` for something else, or for nothing when `readOnly`; `corrupt-index` for a
 * damaged file, and when `readOnly` for damaged pieces; `incompatible-index` when the index was made with
 * another embedder or tokenizer, naming both; `invalid-option`; `store-failed`, `store-full`
 */
export async function openIndex(
  where: string | IndexStore,
  options: OpenOptions = {},
): Promise<PsiIndex> {
  checkOptions("openIndex", options);
  if (typeof where !== "string") checkStore(where);
  const { readOnly = false } = options;
  const parts = await resolveParts(options);
  const store = typeof where === "string" ? lmdbStore(where, { readOnly }) : where;
  const close = async (): Promise<void> => {
    await parts.close();
    if (typeof where === "string") await store.close();
  };
  try {
    return await indexOver(store, await withRecordedName(parts, store), { readOnly, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes an index of some passages. A build that was stopped is continued by calling this again.
 *
 * @throws PsiError `index-exists` when there is a finished one; `empty-corpus` without passages, and where none
 * has text; see `openIndex` and `PsiIndex.add`.
 */
export async function createIndex(
  where: string | IndexStore,
  passages: readonly Passage[],
  options: IndexOptions & BuildOptions = {},
): Promise<PsiIndex> {
  checkOptions("createIndex", options);
  if (!Array.isArray(passages)) {
    throw new PsiError("invalid-passage", "passages must be an array of LangChain documents.");
  }
  if (passages.length === 0) {
    throw new PsiError("empty-corpus", "There are no passages to index. Give at least one.");
  }
  const { onProgress, onNote, signal, ...parts } = options;
  const index = await openIndex(where, parts);
  try {
    if (index.inspect().created !== undefined) {
      const place = typeof where === "string" ? where : "this store";
      throw new PsiError(
        "index-exists",
        `There is an index in ${place} already. Open it and add to it, or choose another place.`,
      );
    }
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

const STORE_METHODS = ["read", "has", "write", "keys", "exclusively", "close"] as const;

function checkStore(where: IndexStore): void {
  const given = (where ?? {}) as Partial<IndexStore>;
  if (STORE_METHODS.every((method) => typeof given[method] === "function")) return;
  throw new PsiError(
    "invalid-option",
    `An index is opened by the path of its file, or by a store with ${STORE_METHODS.join(", ")}.`,
  );
}
