import type { Callbacks } from "@langchain/core/callbacks/manager";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { ensureConfig } from "@langchain/core/runnables";
import { maximalMarginalRelevance } from "@langchain/core/utils/math";
import { type MaxMarginalRelevanceSearchOptions, VectorStore } from "@langchain/core/vectorstores";
import {
  abortable,
  type IndexStore,
  PsiError,
  requireNumber,
  requireWhole,
  type ScoredNode,
} from "@psi/core";
import { type MetadataFilter, type OpenOptions, openIndex, type PsiIndex } from "@psi/rag";
import {
  type AddDocumentsOptions,
  addToIndex,
  type DeleteOptions,
  deleteFromIndex,
} from "./change-index.js";
import { type MakeIndexOptions, makeIndex } from "./make-index.js";
import {
  mergeSettings,
  type SearchSettings,
  splitOptions,
  takeSettings,
} from "./search-settings.js";
import { isIndex, searchWithin } from "./search-source.js";
import { type FoundMetadata, toDocument } from "./to-document.js";

/** How a store searches: the settings of an index's search. How many documents is said by each call. */
export type PsiVectorStoreSettings = Omit<SearchSettings, "limit">;

/** What a store is over. */
export interface PsiVectorStoreConfig extends PsiVectorStoreSettings {
  readonly index: PsiIndex;
}

/** An index to make. Its embedder is the store's. */
export interface PsiVectorStoreFromDocuments
  extends Omit<MakeIndexOptions, "embedder">,
    PsiVectorStoreSettings {}

/** An index to open. Its embedder is the store's. */
export interface PsiVectorStoreFromIndex
  extends Omit<OpenOptions, "embedder">,
    PsiVectorStoreSettings {
  readonly where: string | IndexStore;
}

type Pair = [document: Document<FoundMetadata>, score: number];

/**
 * An index as a vector store of LangChain's, for what asks for one: `ParentDocumentRetriever`,
 * `SelfQueryRetriever` with a `PsiTranslator`, `index()`. Documents that it finds have a match, as those of
 * `PsiRetriever` have.
 *
 * A search by text is that of the index, tree, words and links together, unless `retriever` says otherwise,
 * and has its scores: higher is better, and scores of different queries are not comparable. A search by vector
 * compares vectors alone and scores by cosine. A filter is an object of metadata fields; fields of the store's
 * and of a call's are joined. `k` is a whole number from 1.
 *
 * @example
 * const store = await PsiVectorStore.fromDocuments(documents, embeddings, { where: "archive.psi", ifExists: "sync" });
 * await store.similaritySearchWithScore("Who built the lighthouse?", 3, { source: "harbour.md" });
 */
export class PsiVectorStore extends VectorStore {
  declare FilterType: MetadataFilter;

  static override lc_name(): string {
    return "PsiVectorStore";
  }

  /** The index that is searched, to inspect, ask or close it. */
  readonly index: PsiIndex;
  readonly #settings: PsiVectorStoreSettings;

  /**
   * @param embeddings the embedder that the index was made with.
   * @throws PsiError `invalid-option` for bad settings, or without an index.
   */
  constructor(embeddings: EmbeddingsInterface, config: PsiVectorStoreConfig) {
    super(requireEmbeddings(embeddings), {});
    const { index, ...options } = config ?? {};
    if (!isIndex(index)) {
      throw new PsiError(
        "invalid-option",
        "index must be an index of @psi/rag: new PsiVectorStore(embeddings, { index: await openIndex(path) }).",
      );
    }
    this.index = index;
    [this.#settings] = takeSettings(options);
  }

  override _vectorstoreType(): string {
    return "psi";
  }

  /**
   * Makes an index of some documents, in memory unless `where` says otherwise.
   *
   * @throws PsiError `index-exists` when there is one at `where` and `ifExists` is not "sync", `empty-corpus`,
   * and those of a build.
   */
  static override async fromDocuments(
    documents: readonly DocumentInterface[],
    embeddings: EmbeddingsInterface,
    options: PsiVectorStoreFromDocuments = {},
  ): Promise<PsiVectorStore> {
    requireEmbeddings(embeddings);
    const { settings, how } = splitOptions(options);
    const index = await makeIndex(documents, { ...how, embedder: embeddings });
    return new PsiVectorStore(embeddings, { index, ...settings });
  }

  /** The same from texts, with metadata for each, or one for all. */
  static override async fromTexts(
    texts: readonly string[],
    metadatas: readonly object[] | object,
    embeddings: EmbeddingsInterface,
    options: PsiVectorStoreFromDocuments = {},
  ): Promise<PsiVectorStore> {
    const documents = documentsOf(texts, metadatas);
    return PsiVectorStore.fromDocuments(documents, embeddings, options);
  }

  /** Opens the index at a path or in a store, and makes an empty one where there is none, unless `readOnly`. */
  static async fromExistingIndex(
    embeddings: EmbeddingsInterface,
    options: PsiVectorStoreFromIndex,
  ): Promise<PsiVectorStore> {
    requireEmbeddings(embeddings);
    const { where, ...others } = options ?? {};
    if (where === undefined) {
      throw new PsiError(
        "invalid-option",
        'where must be the path of an index, or its store: fromExistingIndex(embeddings, { where: "archive.psi" }).',
      );
    }
    const { settings, how } = splitOptions(others);
    const index = await openIndex(where, { ...how, embedder: embeddings });
    return new PsiVectorStore(embeddings, { index, ...settings });
  }

  /** Adds documents, all or none; see `PsiRetriever.addDocuments`. */
  override async addDocuments(
    documents: readonly DocumentInterface[],
    options?: AddDocumentsOptions,
  ): Promise<string[]> {
    return addToIndex(this.index, documents, options);
  }

  /** Refused: an index makes its vectors. @throws PsiError `invalid-option` */
  override async addVectors(): Promise<never> {
    throw new PsiError(
      "invalid-option",
      "An index makes its vectors itself, of titles and texts with one embedder. Call addDocuments.",
    );
  }

  /** Deletes documents. Ids that are not there are passed over. */
  override async delete(options: DeleteOptions): Promise<void> {
    return deleteFromIndex(this.index, options);
  }

  override async similaritySearch(
    query: string,
    k?: number,
    filter?: MetadataFilter,
    callbacks?: Callbacks,
  ): Promise<Document<FoundMetadata>[]> {
    const pairs = await this.similaritySearchWithScore(query, k, filter, callbacks);
    return pairs.map(([document]) => document);
  }

  override async similaritySearchWithScore(
    query: string,
    k = 4,
    filter?: MetadataFilter,
    callbacks?: Callbacks,
  ): Promise<Pair[]> {
    const settings = this.#settingsWith(k, filter);
    const config = ensureConfig(callbacks === undefined ? {} : { callbacks });
    return pairsOf(await searchWithin(config, this.index, query, settings));
  }

  override async similaritySearchVectorWithScore(
    query: readonly number[],
    k: number,
    filter?: MetadataFilter,
  ): Promise<Pair[]> {
    return pairsOf(await this.#nearest(query, k, filter));
  }

  /**
   * Passages that are near to the query and unlike each other (Carbonell and Goldstein, 1998), chosen one after
   * another from the `fetchK` nearest, 20 when left out. `lambda`, .5 when left out, is 1 for nearness alone
   * and 0 for unlikeness alone.
   */
  override async maxMarginalRelevanceSearch(
    query: string,
    { k, fetchK = 20, lambda, filter }: MaxMarginalRelevanceSearchOptions<MetadataFilter>,
  ): Promise<Document<FoundMetadata>[]> {
    requireWhole("k", k, 1);
    if (lambda !== undefined) requireNumber("lambda", lambda, 0, 1);
    const vector = await this.embeddings.embedQuery(query);
    const found = await this.#nearest(
      vector,
      Math.max(k, requireWhole("fetchK", fetchK, 1)),
      filter,
    );
    const vectors = this.index.vectors(found.map(({ node }) => node.id));
    const rows = vectors.map((each) => Array.from(each));
    const chosen = maximalMarginalRelevance(vector, rows, lambda, k);
    return chosen.map((row, place) => toDocument(found[row] as ScoredNode, place));
  }

  async #nearest(
    vector: readonly number[],
    k: number,
    given: MetadataFilter | undefined,
  ): Promise<readonly ScoredNode[]> {
    const { limit, filter } = this.#settingsWith(k, given);
    const { signal } = ensureConfig();
    const options = { limit, ...(filter && { filter }), ...(signal && { signal }) };
    return abortable(signal, () => this.index.searchByVector(vector, options));
  }

  #settingsWith(k: number, filter: MetadataFilter | undefined): SearchSettings & { limit: number } {
    const limit = requireWhole("k", k, 1);
    const [call] = takeSettings<SearchSettings>(filter === undefined ? {} : { filter });
    return { ...mergeSettings(this.#settings, call), limit };
  }
}

function requireEmbeddings(embeddings: EmbeddingsInterface): EmbeddingsInterface {
  if (typeof embeddings?.embedQuery === "function") return embeddings;
  throw new PsiError(
    "invalid-option",
    "embeddings must have embedQuery and embedDocuments, as LangChain's Embeddings do. Pass the embedder of the index.",
  );
}

function pairsOf(found: readonly ScoredNode[]): Pair[] {
  return found.map((each, position) => [toDocument(each, position), each.score]);
}

function documentsOf(
  texts: readonly string[],
  metadatas: readonly object[] | object,
): readonly Document[] {
  if (!Array.isArray(texts)) {
    throw new PsiError("invalid-passage", "texts must be an array of strings.");
  }
  const each: readonly object[] = Array.isArray(metadatas) ? metadatas : texts.map(() => metadatas);
  if (each.length !== texts.length) {
    throw new PsiError(
      "invalid-option",
      `There are ${each.length} metadatas for ${texts.length} texts. Give one for each, or one object for all.`,
    );
  }
  return texts.map(
    (pageContent: string, i) => new Document({ pageContent, metadata: { ...each[i] } }),
  );
}
