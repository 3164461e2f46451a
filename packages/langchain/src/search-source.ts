import type { RunnableConfig } from "@langchain/core/runnables";
import { abortable, PsiError, type Retriever, type ScoredNode } from "@psi/core";
import type { PsiIndex } from "@psi/rag";
import { withConfig } from "./ambient-config.js";
import type { SearchSettings } from "./search-settings.js";

/** What is searched: an index, or any retriever of ours. */
export type SearchSource = Retriever | PsiIndex;

/** Settings of one search, with the most documents that it returns. */
type CompleteSettings = SearchSettings & { readonly limit: number };

/** Whether a source is an index, which can be changed and asked in more ways than a retriever. */
export function isIndex(source: unknown): source is PsiIndex {
  // Strings have a search too.
  return typeof source === "object" && typeof (source as PsiIndex | null)?.search === "function";
}

/**
 * Checks that something can be searched, and with these settings.
 *
 * @throws PsiError `invalid-option` for anything that is neither an index nor a retriever, and for settings
 * of a retriever that only an index has.
 */
export function requireSource(source: unknown, settings: SearchSettings): SearchSource {
  if (isIndex(source)) return source;
  if (typeof (source as Partial<Retriever> | undefined | null)?.retrieve === "function") {
    requireLimitOnly(source as Retriever, settings);
    return source as Retriever;
  }
  const kind =
    typeof source === "string" ? ` To choose the retriever "${source}", pass index as well.` : "";
  throw new PsiError(
    "invalid-option",
    `retriever must be an index of @psi/rag or a Retriever of @psi/core.${kind} To start from documents, call PsiRetriever.fromDocuments(documents).`,
  );
}

/** Searches under a configuration: LangChain components inside are part of its run, its signal ends the wait. */
export function searchWithin(
  config: RunnableConfig,
  source: SearchSource,
  query: string,
  settings: CompleteSettings,
): Promise<readonly ScoredNode[]> {
  requireQuery(query);
  const { signal } = config;
  const call = signal === undefined ? {} : { signal };
  return abortable(signal, () =>
    withConfig(config, async () => {
      if (isIndex(source)) return source.search(query, { ...settings, ...call });
      requireLimitOnly(source, settings);
      return source.retrieve(query, { limit: settings.limit, ...call });
    }),
  );
}

/** @throws PsiError `invalid-option` when a retriever is given settings that only an index has. */
function requireLimitOnly({ name }: Retriever, { limit: _, ...others }: SearchSettings): void {
  const refused = Object.keys(others);
  if (refused.length === 0) return;
  throw new PsiError(
    "invalid-option",
    `The retriever "${name}" takes a limit only, not ${refused.join(", ")}. Give PsiRetriever an index to choose these.`,
  );
}

/** A chain that passes its whole input is the usual mistake, and would search for "[object Object]". */
function requireQuery(query: unknown): void {
  if (typeof query === "string") return;
  throw new PsiError(
    "invalid-option",
    `The query must be a string; it is ${query === null ? "null" : typeof query}. In a chain, pick it first: RunnableLambda.from((input) => input.question).pipe(retriever).`,
  );
}
