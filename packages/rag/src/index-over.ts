import { answerOf } from "@psi/agent";
import {
  type AgentStep,
  type CallOptions,
  type IndexStore,
  PsiError,
  type Retriever,
  requireWhole,
  type ScoredNode,
} from "@psi/core";
import { answeringOver } from "./answer/answering-over.js";
import { chatOver } from "./answer/chat-over.js";
import { stepsOver } from "./answer/steps-over.js";
import { buildIndex } from "./build/build-index.js";
import {
  adding,
  type ChangeContents,
  deleting,
  replacing,
  updating,
} from "./build/change-contents.js";
import { estimateBuild } from "./build/estimate-build.js";
import { describeIndex, describeNode } from "./inspect.js";
import type { Parts } from "./parts.js";
import type {
  AskOptions,
  BuildOptions,
  BuildReport,
  PsiIndex,
  SearchOptions,
} from "./psi-index.js";
import { type LoadedIndex, loadIndex } from "./search/loaded-index.js";
import { retrieverFor } from "./search/retrievers.js";
import { type AbstractSearch, abstractSearch } from "./search/search-abstracts.js";
import { sharedQueries } from "./search/shared-queries.js";
import { storedQueries } from "./search/stored-queries.js";
import { headOf, loadNewest, type Newest } from "./store/newest.js";

interface Access {
  readonly readOnly: boolean;
  close(): Promise<void>;
}

/** What is loaded now, and the abstract search over it. */
interface State {
  loaded: LoadedIndex | undefined;
  searchAbstracts: AbstractSearch | undefined;
  closed: boolean;
}

/** The index that a store holds, made of some parts. See `openIndex`. */
export async function indexOver(
  store: IndexStore,
  parts: Parts,
  access: Access,
): Promise<PsiIndex> {
  const queryEmbedder =
    parts.embedder &&
    sharedQueries(
      parts.rememberQueries ? storedQueries(parts.embedder, store) : parts.embedder.embedder,
    );
  const { fuse, candidates, tokenizer } = parts;
  const defaults = { embedder: queryEmbedder, fuse, candidates, tokenizer };
  const load = async (newest: Newest): Promise<LoadedIndex> => {
    checkEmbedder(newest, parts);
    return loadIndex(newest, store, parts.tokenizer);
  };
  const state: State = {
    loaded: await loadNewest(store, load),
    searchAbstracts: undefined,
    closed: false,
  };
  if (access.readOnly && state.loaded === undefined) {
    throw new PsiError(
      "not-an-index",
      "The store holds no finished index. Index your documents into it first.",
    );
  }
  const refresh = async (): Promise<boolean> => {
    requireOpen(state);
    if ((await headOf(store)) === state.loaded?.hash) return false;
    state.loaded = await loadNewest(store, load);
    state.searchAbstracts = undefined;
    return true;
  };
  const change = async (
    changeOf: ChangeContents,
    options: BuildOptions = {},
  ): Promise<BuildReport> => {
    requireOpen(state);
    options.signal?.throwIfAborted();
    if (access.readOnly)
      throw new PsiError(
        "invalid-option",
        "The index was opened for reading only. Open it without readOnly.",
      );
    const begun = performance.now();
    return store.exclusively(async () => {
      await refresh();
      return changeIndex(changeOf, state.loaded, parts, store, options, begun, refresh);
    });
  };
  const search = async (
    query: string,
    options: SearchOptions = {},
  ): Promise<readonly ScoredNode[]> => {
    requireOpen(state);
    const { limit = 5, signal, ...how } = options;
    requireText("query", query);
    requireWhole("limit", limit, 1);
    signal?.throwIfAborted();
    if (state.loaded === undefined || state.loaded.snapshot.ids.length === 0) return [];
    return retrieverFor(state.loaded, defaults, how).retrieve(query, {
      limit,
      ...(signal && { signal }),
    });
  };
  const searchAbstracts = (loaded: LoadedIndex): AbstractSearch => {
    state.searchAbstracts ??= abstractSearch(loaded, store);
    return state.searchAbstracts;
  };
  async function* steps(
    question: string,
    options: AskOptions = {},
  ): AsyncGenerator<AgentStep, void> {
    requireOpen(state);
    requireText("question", question);
    const { loaded } = state;
    const answering = answeringOver(loaded, defaults, () => searchAbstracts(loaded as LoadedIndex));
    yield* stepsOver(answering, question, options);
  }
  return {
    get size() {
      return state.loaded?.snapshot.ids.length ?? 0;
    },
    get ids() {
      return state.loaded?.snapshot.ids ?? [];
    },
    add: (passages, options) => change(adding(passages), options),
    update: (passages, options) => change(updating(passages), options),
    delete: (ids, options) => change(deleting(ids), options),
    replaceAll: (passages, options) => change(replacing(passages), options),
    estimate: (passages, options = {}) => {
      requireOpen(state);
      return estimateBuild(passages, state.loaded, parts, store, options);
    },
    search,
    async searchAbstracts(query, { limit = 5, filter, signal } = {}) {
      requireOpen(state);
      requireText("query", query);
      if (state.loaded?.tree === undefined || queryEmbedder === undefined) {
        throw new PsiError(
          "invalid-option",
          "Abstracts are found by their vectors. Index and open with an embedder.",
        );
      }
      const call = {
        limit,
        embedder: queryEmbedder,
        ...(filter && { filter }),
        ...(signal && { signal }),
      };
      return searchAbstracts(state.loaded)(query, call);
    },
    ask: (question, options) => answerOf(steps(question, options)),
    steps,
    chat: ({ historyTokens, ...options } = {}) => chatOver(steps, historyTokens, options),
    retriever: (how = {}) => viewOf(search, how),
    inspect: () => describeIndex(state.loaded, parts),
    async node(id) {
      requireOpen(state);
      return describeNode(state.loaded, id);
    },
    refresh,
    async close() {
      if (state.closed) return;
      state.closed = true;
      await access.close();
    },
  };
}

/** A change, from the newest state to the next; nothing is written when nothing changes. */
async function changeIndex(
  changeOf: ChangeContents,
  loaded: LoadedIndex | undefined,
  parts: Parts,
  store: IndexStore,
  options: BuildOptions,
  begun: number,
  refresh: () => Promise<boolean>,
): Promise<BuildReport> {
  const { contents, ids } = changeOf(loaded?.snapshot);
  const report = (nodes: number): Pick<BuildReport, "ids" | "passages" | "nodes" | "seconds"> => ({
    ids,
    passages: contents.ids.length,
    nodes,
    seconds: (performance.now() - begun) / 1000,
  });
  const nothing = { embedded: 0, abstractsWritten: 0, notes: [] };
  if (loaded !== undefined && isSame(contents, loaded, parts)) {
    return { ...report(loaded.tree?.parents.length ?? contents.ids.length), ...nothing };
  }
  if (loaded === undefined && contents.ids.length === 0) return { ...report(0), ...nothing };
  if (loaded?.snapshot.tree !== undefined && parts.embedder === undefined) {
    throw new PsiError(
      "incompatible-index",
      `The index has vectors of the embedder "${loaded.snapshot.tree.embedder}". Open it with that embedder to change it.`,
    );
  }
  const { snapshot, ...outcome } = await buildIndex(contents, parts, loaded, store, options);
  await refresh();
  return { ...report(snapshot.tree?.hierarchy.parents.length ?? contents.ids.length), ...outcome };
}

/** Whether a build would make the snapshot that is there already. */
function isSame(
  contents: { readonly hashes: readonly string[] },
  { snapshot }: LoadedIndex,
  parts: Parts,
): boolean {
  const { tree, passages } = snapshot;
  const samePassages =
    passages.length === contents.hashes.length &&
    passages.every((hash, i) => hash === contents.hashes[i]);
  const sameParts =
    passages.length === 0 ||
    (snapshot.names === parts.names?.name &&
      tree?.embedder === parts.embedder?.name &&
      (tree === undefined ||
        (tree.abstracter === parts.abstracter?.name && tree.maxChildren === parts.maxChildren)));
  return samePassages && sameParts;
}

function checkEmbedder({ snapshot }: Newest, parts: Parts): void {
  const made = snapshot.tree?.embedder;
  if (made === undefined || parts.embedder === undefined || made === parts.embedder.name) return;
  throw new PsiError(
    "incompatible-index",
    `The index was made with the embedder "${made}" and is opened with "${parts.embedder.name}". Open it with the first, or index again with the second.`,
  );
}

function viewOf(
  search: PsiIndex["search"],
  how: Omit<SearchOptions, "limit" | "signal">,
): Retriever {
  return {
    name: how.retriever ?? "psi",
    retrieve: (query, { limit, signal }: CallOptions & { readonly limit?: number } = {}) =>
      search(query, { ...how, ...(limit !== undefined && { limit }), ...(signal && { signal }) }),
  };
}

function requireOpen({ closed }: State): void {
  if (closed) throw new PsiError("store-failed", "The index is closed. Open it again.");
}

function requireText(option: string, value: unknown): void {
  if (typeof value !== "string")
    throw new PsiError("invalid-option", `${option} must be a string.`);
}
