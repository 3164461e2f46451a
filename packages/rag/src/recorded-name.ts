import type { IndexStore } from "@psi/core";
import type { Parts } from "./parts.js";
import { loadNewest } from "./store/newest.js";

/** What earlier versions wrote before the model: the class, as in "OpenAIEmbeddings:text-embedding-3-small". */
const CLASS_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*:/u;

/**
 * The components, with an embedder that is known by its model under the name that the index has it by. An
 * index of an earlier version keeps its name and with it all its vectors; nothing is embedded again.
 */
export async function withRecordedName(parts: Parts, store: IndexStore): Promise<Parts> {
  const { embedder, namedByModel } = parts;
  if (embedder === undefined || !namedByModel) return parts;
  const name = await loadNewest(store, async ({ snapshot }) => snapshot.tree?.embedder);
  if (name?.replace(CLASS_NAME, "") !== embedder.name) return parts;
  return { ...parts, embedder: { ...embedder, name } };
}
