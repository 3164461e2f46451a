import { answerOf } from "@psi/agent";
import {
  type CallOptions,
  type IndexStore,
  onAbort,
  PsiError,
  type Retriever,
  requireWhole,
  type ScoredNode,
} from "@psi/core";
import { answeringOver } from "./answer/answering-over.js";
import { chatOver } from "./answer/chat-over.js";
import { startedSteps } from "./answer/started-steps.js";
import { stepsOver } from "./answer/steps-over.js";
import {
  adding,
  type ChangeContents,
  deleting,
  replacing,
  updating,
} from "./build/change-contents.js";
import { changeIndex } from "./build/change-index.js";
import { estimateBuild } from "./build/estimate-build.js";
import { openState } from "./index-state.js";
import { describeIndex, describeNode } from "./inspect.js";
import { checkOptions } from "./option-names.js";
import type { BuildOptions, RetrieverOptions, SearchOptions } from "./options.js";
import type { Parts } from "./parts.js";
import type { BuildReport, PsiIndex } from "./psi-index.js";
import type { LoadedIndex } from "./search/loaded-index.js";
import { retrieverFor } from "./search/retrievers.js";
import { type AbstractSearch, abstractSearch } from "./search/search-abstracts.js";
import { searchByVector, vectorsOf } from "./search/search-by-vector.js";
import { sharedQueries } from "./search/shared-queries.js";
import { storedQueries } from "./search/stored-queries.js";

interface Access {
  readonly readOnly: boolean;
  close(): Promise<void>;
}

/** The index that a store holds, made of some parts. See `openIndex`. */
export async function indexOver(
  store: IndexStore,
  parts: Parts,
  access: Access,
): Promise<PsiIndex> {
  const state = await openState(store, parts, access.readOnly);
  const dimensions = (): number | undefined => state.current().newest?.snapshot.tree?.dimensions;
  const queryEmbedder =
    parts.embedder &&
    sharedQueries(
      parts.rememberQueries
        ? storedQueries(parts.embedder, store, dimensions)
        : parts.embedder.embedder,
    );
  const { fuse, candidates, tokenizer } = parts;
  const defaults = { embedder: queryEmbedder, fuse, candidates, tokenizer };
  const changes = ongoingChanges();
  let closed = false;
  const requireOpen = (): void => {
    if (closed) throw new PsiError("store-failed", "The index is closed. Open it again.");
  };
  /** What is searched; undefined without passages. */
  const searchable = (): LoadedIndex | undefined => {
    const loaded = state.searchable();
    return loaded === undefined || loaded.snapshot.ids.length === 0 ? undefined : loaded;
  };
  const change = async (
    call: "add" | "update" | "delete" | "replaceAll",
    changeOf: ChangeContents,
    options: BuildOptions = {},
  ): Promise<BuildReport> => {
    requireOpen();
    checkOptions(call, options);
    options.signal?.throwIfAborted();
    if (access.readOnly) {
      throw new PsiError(
        "invalid-option",
        "The index was opened for reading only. Open it without readOnly.",
      );
    }
    return changes.run(options.signal, (signal) =>
      store.exclusively(async () => {
        await state.renew();
        return changeIndex(changeOf, state, parts, store, { ...options, signal });
      }),
    );
  };
  const search = async (
    query: string,
    options: SearchOptions = {},
  ): Promise<readonly ScoredNode[]> => {
    requireOpen();
    checkOptions("search", options);
    const { limit = 5, signal, ...how } = options;
    requireText("query", query);
    requireWhole("limit", limit, 1);
    signal?.throwIfAborted();
    const loaded = searchable();
    if (loaded === undefined) return [];
    return retrieverFor(loaded, defaults, how).retrieve(query, {
      limit,
      ...(signal && { signal }),
    });
  };
  const abstractsOf = searchesOfAbstracts(store);
  const answering =
    (call: "ask" | "steps"): PsiIndex["steps"] =>
    (question, options = {}) =>
      startedSteps(() => {
        requireOpen();
        checkOptions(call, options);
        requireText("question", question);
        const loaded = searchable();
        const from = answeringOver(loaded, defaults, () => abstractsOf(loaded as LoadedIndex));
        return stepsOver(from, question, options);
      });
  const steps = answering("steps");
  const asked = answering("ask");
  return {
    get size() {
      return state.current().newest?.snapshot.ids.length ?? 0;
    },
    get ids() {
      return state.current().newest?.snapshot.ids ?? [];
    },
    add: (passages, options) => change("add", adding(passages), options),
    update: (passages, options) => change("update", updating(passages), options),
    delete: (ids, options) => change("delete", deleting(ids), options),
    replaceAll: (passages, options) => change("replaceAll", replacing(passages), options),
    async estimate(passages, options = {}) {
      requireOpen();
      checkOptions("estimate", options);
      return estimateBuild(passages, state.current(), parts, store, options);
    },
    search,
    async searchByVector(vector, options = {}) {
      requireOpen();
      checkOptions("searchByVector", options);
      return searchByVector(searchable(), vector, options);
    },
    vectors(ids) {
      requireOpen();
      return vectorsOf(searchable(), ids);
    },
    async searchAbstracts(query, options = {}) {
      requireOpen();
      checkOptions("searchAbstracts", options);
      requireText("query", query);
      const loaded = state.searchable();
      if (loaded?.tree === undefined || queryEmbedder === undefined) {
        throw new PsiError(
          "invalid-option",
          "Abstracts are found by their vectors. Index and open with an embedder.",
        );
      }
      return abstractsOf(loaded)(query, { ...options, embedder: queryEmbedder });
    },
    async ask(question, options) {
      return answerOf(asked(question, options));
    },
    steps,
    chat(options = {}) {
      checkOptions("chat", options);
      const { historyTokens, ...each } = options;
      return chatOver(steps, historyTokens, each);
    },
    retriever(how = {}) {
      checkOptions("retriever", how);
      return viewOf(search, how);
    },
    inspect: () => describeIndex(state.searchable(), parts),
    async node(id) {
      requireOpen();
      return describeNode(state.searchable(), id);
    },
    async refresh() {
      requireOpen();
      return state.refresh();
    },
    async close() {
      if (closed) return;
      closed = true;
      await changes.stop();
      await access.close();
    },
  };
}

/** Changes that are being made, which end when the index is closed. */
function ongoingChanges(): {
  /** Runs a change with a signal of its own, which follows the caller's. */
  run<T>(given: AbortSignal | undefined, change: (signal: AbortSignal) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
} {
  const ongoing = new Map<AbortController, Promise<unknown>>();
  return {
    async run(given, change) {
      const controller = new AbortController();
      const forget = given && onAbort(given, () => controller.abort(given.reason));
      const running = change(controller.signal);
      ongoing.set(controller, running);
      try {
        return await running;
      } finally {
        ongoing.delete(controller);
        forget?.();
      }
    },
    async stop() {
      const reason = new PsiError(
        "store-failed",
        "The index was closed while it was changed. Nothing of the change was committed.",
      );
      for (const controller of ongoing.keys()) controller.abort(reason);
      await Promise.allSettled(ongoing.values());
    },
  };
}

/** The search of abstracts over a loaded index: the last one is kept, since it reads their vectors. */
function searchesOfAbstracts(store: IndexStore): (loaded: LoadedIndex) => AbstractSearch {
  let last: { readonly loaded: LoadedIndex; readonly search: AbstractSearch } | undefined;
  return (loaded) => {
    if (last?.loaded !== loaded) last = { loaded, search: abstractSearch(loaded, store) };
    return last.search;
  };
}

function viewOf(search: PsiIndex["search"], how: RetrieverOptions): Retriever {
  return {
    name: how.retriever ?? "psi",
    retrieve: (query, { limit, signal }: CallOptions & { readonly limit?: number } = {}) =>
      search(query, { ...how, ...(limit !== undefined && { limit }), ...(signal && { signal }) }),
  };
}

function requireText(option: string, value: unknown): void {
  if (typeof value !== "string")
    throw new PsiError("invalid-option", `${option} must be a string.`);
}
