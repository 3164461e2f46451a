import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { ensureConfig, patchConfig, type RunnableConfig } from "@langchain/core/runnables";
import {
  abortable,
  foundBy,
  type IndexStore,
  memoryStore,
  PsiError,
  requireWhole,
  type ScoredNode,
} from "@psi/core";
import {
  type BuildOptions,
  createIndex,
  type IndexOptions,
  type OpenOptions,
  openIndex,
  type PsiIndex,
} from "@psi/rag";
import { withConfig } from "./ambient-config.js";
import {
  type AddDocumentsOptions,
  addToIndex,
  type DeleteOptions,
  deleteFromIndex,
} from "./change-index.js";
import {
  isIndex,
  readConfigurable,
  requireSource,
  type SearchSource,
  search,
} from "./search-source.js";
import { type FoundMetadata, matchOf, toDocument } from "./to-document.js";

export interface PsiRetrieverInput extends BaseRetrieverInput {
  /** What is searched. Documents can be added and deleted when it is an index. */
  readonly retriever: SearchSource;
  /** The most documents to return, from 1; 5 when left out. A call may say otherwise. */
  readonly limit?: number;
}

export interface FromDocumentsOptions extends IndexOptions, BuildOptions {
  /** Path of the new index, or its store; when left out, memory, as long as the process lives. */
  readonly where?: string | IndexStore;
  readonly limit?: number;
}

/**
 * LangChain's face of an index, or of any retriever of ours.
 *
 * A call's `signal` and `timeout` reach the search, and so does `configurable: { psi: { limit, retriever,
 * fuse, strategy, width } }`. LangChain parts inside the search become child runs, tagged "psi:search". Each
 * search emits the custom event "psi_search" with `{ query, found, via, milliseconds, matches }`.
 */
export class PsiRetriever extends BaseRetriever<FoundMetadata> {
  static override lc_name(): string {
    return "PsiRetriever";
  }
  /** An index does not fit in a JSON file, so LangChain must not try. */
  override lc_serializable = false;
  override lc_namespace: string[] = ["langchain", "retrievers", "psi"];

  readonly #source: SearchSource;
  readonly #limit: number;
  /** The last change, so that the next waits for it: an index lets one writer in and refuses the others. */
  #changing: Promise<unknown> = Promise.resolve();

  /** @throws PsiError `invalid-option` for a bad limit, or without anything to search. */
  constructor(input: PsiRetrieverInput) {
    const { retriever, limit = 5, ...rest } = input;
    super(rest);
    this.#source = requireSource(retriever);
    this.#limit = requireWhole("limit", limit, 1);
  }

  /**
   * Makes a new index of some documents, in memory unless `where` says otherwise. The documents are only read.
   *
   * @throws PsiError `index-exists` when there is one at `where` (then use `open`), `empty-corpus`,
   * `invalid-passage`, `duplicate-id`, `embedder-failed`, `model-failed`, and those of the store.
   */
  static async fromDocuments(
    documents: readonly DocumentInterface[],
    options: FromDocumentsOptions = {},
  ): Promise<PsiRetriever> {
    const { where = memoryStore(), limit = 5, ...rest } = options;
    requireWhole("limit", limit, 1);
    return new PsiRetriever({ retriever: await createIndex(where, documents, rest), limit });
  }

  /**
   * Opens the index at a path or in a store, and makes an empty one where there is none, unless `readOnly`.
   *
   * @throws PsiError `not-an-index`, `corrupt-index`, `incompatible-index` for one made with other parts.
   */
  static async open(
    where: string | IndexStore,
    options: OpenOptions & { readonly limit?: number } = {},
  ): Promise<PsiRetriever> {
    const { limit = 5, ...rest } = options;
    requireWhole("limit", limit, 1);
    return new PsiRetriever({ retriever: await openIndex(where, rest), limit });
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
    options: AddDocumentsOptions = {},
  ): Promise<string[]> {
    const { index } = this;
    return this.#inTurn(() => addToIndex(index, documents, options));
  }

  /** Deletes documents. Ids that are not there are passed over, as in LangChain's own stores. */
  async delete(options: DeleteOptions): Promise<void> {
    const { index } = this;
    return this.#inTurn(() => deleteFromIndex(index, options));
  }

  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const mine = this.#changing.then(change);
    this.#changing = mine.catch(() => {});
    return mine;
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
    const config = ensureConfig(options);
    return withConfig(config, () => super.invoke(query, config));
  }

  /** The search itself. It finds its configuration in the run that it is part of, so subclasses may wrap it. */
  override async _getRelevantDocuments(
    query: string,
    run?: CallbackManagerForRetrieverRun,
  ): Promise<DocumentInterface<FoundMetadata>[]> {
    requireQuery(query);
    const config = ensureConfig();
    const { signal } = config;
    const options = { limit: this.#limit, ...readConfigurable(config.configurable?.psi) };
    const inside =
      run === undefined ? config : patchConfig(config, { callbacks: run.getChild("psi:search") });
    const started = performance.now();
    const found = await abortable(signal, () =>
      withConfig(inside, async () =>
        search(this.#source, query, signal === undefined ? options : { ...options, signal }),
      ),
    );
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

/** A chain that hands its whole input on is the usual mistake, and would search for "[object Object]". */
function requireQuery(query: unknown): void {
  if (typeof query === "string") return;
  throw new PsiError(
    "invalid-option",
    `The query must be a string; it is ${query === null ? "null" : typeof query}. In a chain, pick it first: RunnableLambda.from((input) => input.question).pipe(retriever).`,
  );
}

/** How many nodes each retriever found. */
function countVia(found: readonly ScoredNode[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of found.flatMap(foundBy)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
