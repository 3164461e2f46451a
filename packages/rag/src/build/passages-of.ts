import type { IndexStore } from "@psi/core";
import { passageKey } from "../store/keys.js";
import { decodePassage } from "../store/passages.js";
import { readInBlocks } from "../store/pieces.js";
import type { Contents } from "./build-index.js";
import type { StoredPassage } from "./prepare-passages.js";

/** All passages of an index-to-be, in order: the new ones as they were given, the others from the store. */
export async function passagesOf(
  { hashes, fresh }: Contents,
  store: IndexStore,
): Promise<readonly StoredPassage[]> {
  const passages = hashes.map((hash) => fresh.get(hash));
  const stored = [...hashes.keys()].filter((i) => passages[i] === undefined);
  const keys = stored.map((i) => passageKey(hashes[i] as string));
  await readInBlocks(store, keys, (bytes, i) => {
    passages[stored[i] as number] = decodePassage(bytes, hashes[stored[i] as number] as string);
  });
  return passages as StoredPassage[];
}
