import type { DocumentInterface } from "@langchain/core/documents";
import { type Passage, PsiError } from "@psi/core";
import type { BuildOptions, PsiIndex } from "@psi/rag";
import { toPassages } from "./to-document.js";

export interface AddDocumentsOptions extends BuildOptions {
  /** One id for each document, in order; they count more than the documents' own. */
  readonly ids?: readonly string[];
}

export interface DeleteOptions extends BuildOptions {
  readonly ids: readonly string[];
}

/** Adds documents to an index, or replaces those whose id is there; see `PsiRetriever.addDocuments`. */
export async function addToIndex(
  index: PsiIndex,
  documents: readonly DocumentInterface[],
  { ids, ...build }: AddDocumentsOptions,
): Promise<string[]> {
  const given = toPassages(documents);
  const passages = ids === undefined ? given : renamed(given, ids);
  if (passages.length === 0) return [];
  const known = new Set(index.ids);
  const there = passages.find(({ id }) => id !== undefined && known.has(id));
  if (there === undefined) return [...(await index.add(passages, build)).ids];
  if (passages.some(({ id }) => id === undefined)) {
    throw new PsiError(
      "invalid-option",
      `"${there.id}" is in the index and would be replaced, while other documents have no id. Give all an id, or add those without in a call of their own.`,
    );
  }
  return [...(await index.update(passages, build)).ids];
}

/** The passages under the ids of the call: copies, since the documents are the caller's. */
function renamed(passages: readonly Passage[], ids: readonly string[]): readonly Passage[] {
  if (ids.length !== passages.length) {
    throw new PsiError(
      "invalid-option",
      `There are ${ids.length} ids for ${passages.length} documents. Give one for each.`,
    );
  }
  return passages.map((passage, position) => ({ ...passage, id: ids[position] as string }));
}

/** Deletes documents of an index; see `PsiRetriever.delete`. */
export async function deleteFromIndex(index: PsiIndex, options: DeleteOptions): Promise<void> {
  if (!Array.isArray(options?.ids)) {
    throw new PsiError(
      "invalid-option",
      'delete needs the documents\' ids: delete({ ids: ["a", "b"] }).',
    );
  }
  const { ids, ...build } = options;
  const known = new Set(index.ids);
  const there = ids.filter((id) => known.has(id));
  if (there.length > 0) await index.delete(there, build);
}
