import { PsiError, type Retriever, requireWhole, type ScoredNode } from "@psi/core";
import type { PsiIndex, SearchOptions } from "@psi/rag";

/** What a call may say under `configurable.psi`: the options of an index's search. */
export type PsiConfigurable = Omit<SearchOptions, "signal">;

/** What is searched: an index, or any retriever of ours. */
export type SearchSource = Retriever | PsiIndex;

const KNOWN = [
  "limit",
  "retriever",
  "fuse",
  "secondHop",
  "strategy",
  "width",
] as const satisfies readonly (keyof PsiConfigurable)[];

/** Whether a source is an index, which can be changed and asked in more ways than a retriever. */
export function isIndex(source: SearchSource): source is PsiIndex {
  return typeof (source as Partial<PsiIndex>).search === "function";
}

/** @throws PsiError `invalid-option` for anything that is neither an index nor a retriever. */
export function requireSource(source: unknown): SearchSource {
  const told = (source ?? {}) as { readonly search?: unknown; readonly retrieve?: unknown };
  if (typeof told.search === "function" || typeof told.retrieve === "function") {
    return source as SearchSource;
  }
  throw new PsiError(
    "invalid-option",
    "retriever must be an index of @psi/rag or a Retriever of @psi/core. To start from documents, call PsiRetriever.fromDocuments(documents).",
  );
}

/**
 * Checks what a caller put under `configurable.psi`.
 *
 * @throws PsiError `invalid-option` for anything but an object, an unknown key, or a bad limit.
 */
export function readConfigurable(given: unknown): PsiConfigurable {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new PsiError(
      "invalid-option",
      `configurable.psi must be an object, such as { limit: 3 }; it is ${String(given)}.`,
    );
  }
  const unknown = Object.keys(given).filter((key) => !(KNOWN as readonly string[]).includes(key));
  if (unknown.length > 0) {
    throw new PsiError(
      "invalid-option",
      `configurable.psi has no option ${unknown.map((key) => `"${key}"`).join(", ")}. Options: ${KNOWN.join(", ")}.`,
    );
  }
  const options = given as PsiConfigurable;
  if (options.limit !== undefined) requireWhole("configurable.psi.limit", options.limit, 1);
  return options;
}

/**
 * Searches an index or a retriever.
 *
 * @throws PsiError `invalid-option` when a retriever is given options that only an index has.
 */
export function search(
  source: SearchSource,
  query: string,
  options: SearchOptions & { readonly limit: number },
): Promise<readonly ScoredNode[]> {
  if (isIndex(source)) return source.search(query, options);
  const { limit, signal, ...rest } = options;
  const refused = Object.keys(rest);
  if (refused.length > 0) {
    throw new PsiError(
      "invalid-option",
      `The retriever "${source.name}" takes a limit only, not ${refused.join(", ")}. Give PsiRetriever an index to choose these by call.`,
    );
  }
  return source.retrieve(query, signal === undefined ? { limit } : { limit, signal });
}
