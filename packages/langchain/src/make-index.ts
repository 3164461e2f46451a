import type { DocumentInterface } from "@langchain/core/documents";
import { type IndexStore, memoryStore } from "@psi/core";
import { type BuildOptions, createIndex, type IndexOptions, type PsiIndex } from "@psi/rag";
import { toPassages } from "./to-document.js";

/** Where an index of some documents is made. */
export interface MakeIndexOptions extends IndexOptions, BuildOptions {
  /** Path of the new index, or its store; memory, as long as the process lives, when left out. */
  readonly where?: string | IndexStore;
}

/** An index of some documents. They are only read. */
export async function makeIndex(
  documents: readonly DocumentInterface[],
  options: MakeIndexOptions,
): Promise<PsiIndex> {
  const { where = memoryStore(), ...how } = options;
  return createIndex(where, toPassages(documents), how);
}
