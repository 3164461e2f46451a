import { type IndexStore, type Passage, PsiError } from "@psi/core";
import { indexOver } from "./index-over.js";
import { resolveParts } from "./parts.js";
import type { BuildOptions, IndexOptions, OpenOptions, PsiIndex } from "./psi-index.js";
import { lmdbStore } from "./store/lmdb-store.js";

/**
 * Opens an index, and makes an empty one where there is none. Vectors, shape and postings are loaded; the
 * embedder's model is not, until a query needs it.
 *
 * @param where the path of the index's file, or a store, which stays the caller's to close.
 * @throws PsiError `not-an-index` for something else, or for nothing when `readOnly`; `corrupt-index`;
 * `incompatible-index` when the index was made with another embedder or tokenizer, naming both.
 */
export async function openIndex(
  where: string | IndexStore,
  options: OpenOptions = {},
): Promise<PsiIndex> {
  const { readOnly = false } = options;
  const parts = await resolveParts(options);
  const store = typeof where === "string" ? lmdbStore(where, { readOnly }) : where;
  const close = async (): Promise<void> => {
    await parts.close();
    if (typeof where === "string") await store.close();
  };
  try {
    return await indexOver(store, parts, { readOnly, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes an index of some passages. A build that was stopped is continued by calling this again.
 *
 * @throws PsiError `index-exists` when there is a finished one; `empty-corpus` without passages; see
 * `openIndex` and `PsiIndex.add`.
 */
export async function createIndex(
  where: string | IndexStore,
  passages: readonly Passage[],
  options: IndexOptions & BuildOptions = {},
): Promise<PsiIndex> {
  if (passages.length === 0) {
    throw new PsiError("empty-corpus", "There are no passages to index. Give at least one.");
  }
  const index = await openIndex(where, options);
  try {
    if (index.inspect().created !== undefined) {
      const place = typeof where === "string" ? where : "this store";
      throw new PsiError(
        "index-exists",
        `There is an index in ${place} already. Open it and add to it, or choose another place.`,
      );
    }
    await index.add(passages, options);
    return index;
  } catch (error) {
    await index.close();
    throw error;
  }
}
