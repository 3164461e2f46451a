import type { StoredPassage } from "../build/prepare-passages.js";
import { passageHash, passageKey } from "./keys.js";
import { damaged, decodeJson } from "./pieces.js";

/**
 * A stored passage. It is compared with the hash in its key, so one that was altered is found out.
 *
 * @param isKnown skips the comparison, which takes as long as the rest: for a passage that was compared before.
 * @throws PsiError `corrupt-index` when it is missing or damaged
 */
export function decodePassage(
  bytes: Uint8Array | undefined,
  hash: string,
  isKnown = false,
): StoredPassage {
  const key = passageKey(hash);
  const passage = decodeJson<StoredPassage | null>(bytes, key);
  if (passage === null || (!isKnown && passageHash(passage) !== hash)) throw damaged(key);
  // Earlier versions kept null where metadata turned into it.
  return { ...passage, metadata: passage.metadata ?? {} };
}
