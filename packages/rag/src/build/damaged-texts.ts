import { type IndexStore, isPsiError } from "@psi/core";
import { decodeAbstract } from "../store/abstracts.js";
import { abstractKey, passageKey } from "../store/keys.js";
import { decodePassage } from "../store/passages.js";
import { readInBlocks } from "../store/pieces.js";
import type { Snapshot } from "../store/snapshot.js";

/**
 * Whether a passage or an abstract is missing or damaged. An index is opened without them, so damage shows only
 * when they are read. O(characters).
 */
export async function hasDamagedTexts(
  { passages, tree }: Pick<Snapshot, "passages" | "tree">,
  store: IndexStore,
): Promise<boolean> {
  let damaged = false;
  await readInBlocks(store, passages.map(passageKey), (bytes, i) => {
    damaged ||= !isPassage(bytes, passages[i] as string);
  });
  await readInBlocks(store, (tree?.abstracts ?? []).map(abstractKey), (bytes) => {
    damaged ||= decodeAbstract(bytes) === undefined;
  });
  return damaged;
}

function isPassage(bytes: Uint8Array | undefined, hash: string): boolean {
  try {
    decodePassage(bytes, hash);
    return true;
  } catch (error) {
    if (isPsiError(error, "corrupt-index")) return false;
    throw error;
  }
}
