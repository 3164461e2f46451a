import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { ensureConfig, patchConfig, type RunnableConfig } from "@langchain/core/runnables";
import { foundBy, type IndexStore, PsiError, type ScoredNode } from "@psi/core";
import { type OpenOptions, openIndex, type PsiIndex, type RetrieverKind } from "@psi/rag";
import { withConfig } from "./ambient-config.js";
import {
  type AddDocumentsOptions,
  addToIndex,
  type DeleteOptions,
  deleteFromIndex,
} from "./change-index.js";
import { type MakeIndexOptions, makeIndex } from "./make-index.js";
import { PsiBinding } from "./psi-binding.js";
import {
  callConfig,
  mergeSettings,
  type SearchSettings,
  settingsIn,
  splitOptions,
  takeSettings,
} from "./search-settings.js";
import { isIndex, requireSource, type SearchSource, searchWithin } from "./search-source.js";
import { type FoundMetadata, matchOf, toDocument } from "./to-document.js";

/** What is searched, and how when a call does not say otherwise: see the options of an index's search. */
export type PsiRetrieverInput = BaseRetrieverInput &
  Omit<SearchSettings, "retriever"> &
  (
    | {
        /** The index that is searched. Documents can be added and deleted. */
        readonly index: PsiIndex;
        /** Which of its retrievers answers; `"hybrid"`, all of them, when left out. */
        readonly retriever?: RetrieverKind;
      }
    | {
        readonly index?: undefined;
        /** What is searched: a retriever, with a `limit` and no other settings, or an index. */
        readonly retriever: SearchSource;
      }
  );

/** An index to make, and how it is searched. */
export interface FromDocumentsOptions extends MakeIndexOptions, SearchSettings {}

/** Documents of a call that does not say how many. */
const LIMIT = 5;

/**
 * LangChain's face of an index, or of any retriever of ours.
 *
 * The settings of a search (`limit`, `filter`, `retriever`, `fuse`, `secondHop`, `strategy`, `width`) are
 * those of the constructor, over them those that `withConfig` bound, over them the run's and the call's, each
 * under `configurable.psi`. Filters are joined field by field. A call's `signal` and `timeout` reach the
 * search. LangChain components inside are child runs, tagged "psi:search". Each search emits the custom event
 * "psi_search" with `{ query, found, via, milliseconds, matches }`.
 */
export class PsiRetriever extends BaseRetriever<FoundMetadata> {
  static override lc_name(): string {
    return "PsiRetriever";
  }
  /** An index does not fit in a JSON file, so LangChain must not try. */
  override lc_serializable = false;
  override lc_namespace: string[] = ["langchain", "retrievers", "psi"];

  readonly #source: SearchSource;
  readonly #settings: SearchSettings;

  /** @throws PsiError `invalid-option` for bad settings, or without anything to search. */
  constructor(input: PsiRetrieverInput) {
    const { source, settings, rest } = readInput(input);
    super(rest);
    this.#source = source;
    this.#settings = settings;
  }

  /**
   * Makes an index of some documents, in memory unless `where` says otherwise. The documents are only read.
   *
   * @throws PsiError `index-exists` when there is one at `where` and `ifExists` is not "sync", `empty-corpus`,
   * `invalid-passage`, `duplicate-id`, `embedder-failed`, `model-failed`, and those of the store.
   */
  static async fromDocuments(
    documents: readonly DocumentInterface[],
    options: FromDocumentsOptions = {},
  ): Promise<PsiRetriever> {
    const { settings, how } = splitOptions(options);
    return retrieverOver(await makeIndex(documents, how), settings);
  }

  /**
   * Opens the index at a path or in a store, and makes an empty one where there is none, unless `readOnly`.
   *
   * @throws PsiError `not-an-index`, `corrupt-index`, `incompatible-index` for one made with other components.
   */
  static async open(
    where: string | IndexStore,
    options: OpenOptions & SearchSettings = {},
  ): Promise<PsiRetriever> {
    const { settings, how } = splitOptions(options);
    return retrieverOver(await openIndex(where, how), settings);
  }

  /**
   * The index that is searched, to inspect, ask or close it.
   * @throws PsiError `invalid-option` when this was made of a retriever instead.
   */
  get index(): PsiIndex {
    if (isIndex(this.#source)) return this.#source;
    throw new PsiError(
      "invalid-option",
      `There is no index here: this searches the retriever "${this.#source.name}". Change what that one searches, or give PsiRetriever an index.`,
    );
  }

  /**
   * Adds documents, all or none. One that has an id, from `ids` or its own, replaces the document of that id.
   * One without gets an id made from its content: added again, it is the same document. Documents without text
   * are left out. Changes that are asked for at once are made one after another.
   *
   * @param options.ids one for each document, in order; they count more than the documents' own.
   * @returns the ids, in order.
   * @throws PsiError `invalid-option` for too few ids, `duplicate-id`, and those of a build.
   */
  async addDocuments(
    documents: readonly DocumentInterface[],
    options?: AddDocumentsOptions,
  ): Promise<string[]> {
    return addToIndex(this.index, documents, options);
  }

  /** Deletes documents. Ids that are not there are passed over, as in LangChain's own stores. */
  async delete(options: DeleteOptions): Promise<void> {
    return deleteFromIndex(this.index, options);
  }

  /** A retriever under a configuration. Its `configurable.psi` and a call's are merged, setting by setting. */
  override withConfig(
    config: Partial<RunnableConfig>,
  ): PsiBinding<string, DocumentInterface<FoundMetadata>[]> {
    return new PsiBinding(this, config);
  }

  /**
   * Finds the best documents for a query, best first, each with its `id`. `getMatch(document)` has its score.
   *
   * @throws PsiError `invalid-option` for a query that is not a string or a bad `configurable.psi`; the
   * signal's reason after an abort, a TimeoutError after `timeout` milliseconds.
   */
  override async invoke(
    query: string,
    options?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface<FoundMetadata>[]> {
    const config = callConfig(options);
    return withConfig(config, () => super.invoke(query, config));
  }

  /** The search itself. It finds its configuration in the run that it is part of, so subclasses may wrap it. */
  override async _getRelevantDocuments(
    query: string,
    run?: CallbackManagerForRetrieverRun,
  ): Promise<DocumentInterface<FoundMetadata>[]> {
    const config = ensureConfig();
    const settings = { limit: LIMIT, ...mergeSettings(this.#settings, settingsIn(config)) };
    const inside =
      run === undefined ? config : patchConfig(config, { callbacks: run.getChild("psi:search") });
    const started = performance.now();
    const found = await searchWithin(inside, this.#source, query, settings);
    const milliseconds = performance.now() - started;
    const matches = found.map(matchOf);
    await run?.handleCustomEvent(
      "psi_search",
      { query, found: found.length, via: countVia(found), milliseconds, matches },
      run.runId,
    );
    return found.map(toDocument);
  }
}

/** What a constructor was given: what to search, how, and what is LangChain's. */
function readInput(input: PsiRetrieverInput): {
  readonly source: SearchSource;
  readonly settings: SearchSettings;
  readonly rest: BaseRetrieverInput;
} {
  const { index, retriever, ...given } = input ?? {};
  const [others, rest] = takeSettings<SearchSettings & BaseRetrieverInput>(given);
  if (index === undefined) {
    return { source: requireSource(retriever, others), settings: others, rest };
  }
  if (!isIndex(index)) {
    throw new PsiError(
      "invalid-option",
      "index must be an index of @psi/rag. A Retriever of @psi/core is passed as retriever.",
    );
  }
  const [kind] = takeSettings({ retriever } as SearchSettings);
  return { source: index, settings: { ...others, ...kind }, rest };
}

function retrieverOver(index: PsiIndex, settings: SearchSettings): PsiRetriever {
  return new PsiRetriever({ index, ...settings });
}

/** How many nodes each retriever found. */
function countVia(found: readonly ScoredNode[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of found.flatMap(foundBy)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
