import type { DocumentInterface } from "@langchain/core/documents";
import { type Passage, PsiError } from "@psi/core";
import type { BuildOptions, PsiIndex } from "@psi/rag";

export interface AddDocumentsOptions extends BuildOptions {
  /** One id for each document, in order; they count more than the documents' own. */
  readonly ids?: readonly string[];
}

export interface DeleteOptions extends BuildOptions {
  readonly ids: readonly string[];
}

/** The last change of each index, so that the next waits for it: an index lets one writer in at a time. */
const changing = new WeakMap<PsiIndex, Promise<unknown>>();

function inTurn<T>(index: PsiIndex, change: () => Promise<T>): Promise<T> {
  const mine = (changing.get(index) ?? Promise.resolve()).then(change);
  changing.set(
    index,
    mine.catch(() => {}),
  );
  return mine;
}

/**
 * Adds documents to an index, all or none, after the changes that were asked for before. One that has an id,
 * from `ids` or its own, replaces the document of that id; one without gets an id made from its content, and
 * the same text once more is a second document.
 *
 * @returns the ids, in order.
 * @throws PsiError `invalid-option` for too few ids, `duplicate-id`, and those of a build.
 */
export async function addToIndex(
  index: PsiIndex,
  documents: readonly DocumentInterface[],
  options: AddDocumentsOptions = {},
): Promise<string[]> {
  const { ids, ...build } = options;
  const given = requireDocuments(documents);
  const passages = ids === undefined ? given : renamed(given, ids);
  if (passages.length === 0) return [];
  return inTurn(index, async () => {
    const known = new Set(index.ids);
    const there = passages.find((passage) => passage?.id !== undefined && known.has(passage.id));
    if (there === undefined) return [...(await index.add(passages, build)).ids];
    if (passages.some(({ id }) => id === undefined)) {
      throw new PsiError(
        "invalid-option",
        `"${there.id}" is in the index and would be replaced, while other documents have no id. Give all an id, or add those without in a call of their own.`,
      );
    }
    return [...(await index.update(passages, build)).ids];
  });
}

/** @throws PsiError `invalid-passage` for anything but an array */
export function requireDocuments(documents: readonly DocumentInterface[]): readonly Passage[] {
  if (Array.isArray(documents)) return documents;
  throw new PsiError("invalid-passage", "documents must be an array of LangChain documents.");
}

/** The passages under the ids of the call: copies, since the documents are the caller's. */
function renamed(passages: readonly Passage[], ids: readonly string[]): readonly Passage[] {
  if (!Array.isArray(ids) || ids.length !== passages.length) {
    const given = Array.isArray(ids) ? `${ids.length} ids` : "no array of ids";
    throw new PsiError(
      "invalid-option",
      `There are ${given} for ${passages.length} documents. Give one for each.`,
    );
  }
  return passages.map((passage, position) => ({ ...passage, id: ids[position] as string }));
}

/**
 * Deletes documents of an index, after the changes that were asked for before. Ids that are not there are
 * passed over, as in LangChain's own stores.
 *
 * @throws PsiError `invalid-option` without ids.
 */
export async function deleteFromIndex(index: PsiIndex, options: DeleteOptions): Promise<void> {
  if (!Array.isArray(options?.ids)) {
    throw new PsiError(
      "invalid-option",
      'delete needs the documents\' ids: delete({ ids: ["a", "b"] }).',
    );
  }
  const { ids, ...build } = options;
  return inTurn(index, async () => {
    const known = new Set(index.ids);
    const there = ids.filter((id) => known.has(id));
    if (there.length > 0) await index.delete(there, build);
  });
}
