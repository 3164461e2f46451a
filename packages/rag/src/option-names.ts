import { requireOptions } from "@psi/core";
import type {
  AskOptions,
  BuildOptions,
  ChatOptions,
  EstimateOptions,
  FilteredSearchOptions,
  IndexOptions,
  OpenOptions,
  RetrieverOptions,
  SearchOptions,
} from "./options.js";
import { readFilter } from "./search/metadata-filter.js";

type Names<Options> = Readonly<Record<keyof Options, true>>;

const ofIndex: Names<IndexOptions> = {
  embedder: true,
  embedderName: true,
  abstracter: true,
  tokenizer: true,
  names: true,
  fuse: true,
  candidates: true,
  maxChildren: true,
  rememberQueries: true,
};
const ofOpen: Names<OpenOptions> = { ...ofIndex, readOnly: true };
const ofBuild: Names<BuildOptions> = { onProgress: true, onNote: true, signal: true };
const ofRetriever: Names<RetrieverOptions> = {
  retriever: true,
  filter: true,
  onNote: true,
  fuse: true,
  secondHop: true,
  strategy: true,
  width: true,
};
const ofFiltered: Names<FilteredSearchOptions> = {
  limit: true,
  filter: true,
  onNote: true,
  signal: true,
};
const ofSearch: Names<SearchOptions> = { limit: true, ...ofRetriever, signal: true };
const ofChat: Names<ChatOptions> = {
  ...ofSearch,
  model: true,
  policy: true,
  answerLength: true,
  protocol: true,
  contextTokens: true,
  maxRetrievals: true,
  maxTokens: true,
  maxCost: true,
  prices: true,
  timeout: true,
  historyTokens: true,
};
const { historyTokens: _, ...ofQuestion } = ofChat;
const ofAsk: Names<AskOptions> = { ...ofQuestion, session: true };

/** The calls on an index that take options. */
type Call =
  | "openIndex"
  | "createIndex"
  | "add"
  | "update"
  | "delete"
  | "replaceAll"
  | "estimate"
  | "search"
  | "searchAbstracts"
  | "searchByVector"
  | "ask"
  | "steps"
  | "chat"
  | "retriever";

const KNOWN: Readonly<Record<Call, Readonly<Record<string, true>>>> = {
  openIndex: ofOpen,
  createIndex: { ...ofIndex, ...ofBuild },
  add: ofBuild,
  update: ofBuild,
  delete: ofBuild,
  replaceAll: ofBuild,
  estimate: { change: true, signal: true } satisfies Names<EstimateOptions>,
  search: ofSearch,
  searchAbstracts: ofFiltered,
  searchByVector: ofFiltered,
  ask: ofAsk,
  steps: ofAsk,
  chat: ofChat,
  retriever: ofRetriever,
};

/**
 * Checks the options of a call on an index, and its filter: also where nothing would be searched, a filter that
 * is no filter must not pass for none.
 *
 * @throws PsiError `invalid-option`
 */
export function checkOptions(call: Call, options: object): void {
  requireOptions<Record<string, unknown>>(call, options as Record<string, unknown>, KNOWN[call]);
  const { filter } = options as { readonly filter?: unknown };
  if (filter !== undefined) readFilter(filter);
}
