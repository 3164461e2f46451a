import type { Conversation } from "@psi/agent";
import type { AgentAnswer, AgentStep, Passage, Retriever, ScoredNode, TreeNode } from "@psi/core";
import type { describeTree } from "@psi/tree";
import type {
  AskOptions,
  BuildOptions,
  ChatOptions,
  EstimateOptions,
  FilteredSearchOptions,
  RetrieverOptions,
  SearchOptions,
} from "./options.js";

/** What a change of the index did, and what was paid for. */
export interface BuildReport {
  /**
   * Ids of the passages given, in order, one each; made from content where the caller gave none. A passage
   * without text has one as well, although the index does not hold it.
   */
  readonly ids: readonly string[];
  /** Passages given that have no text, and were left out. */
  readonly blank: number;
  /** Passages that were added, replaced and removed: how many, and the ids of the first 100. */
  readonly added: { readonly count: number; readonly ids: readonly string[] };
  readonly updated: BuildReport["added"];
  readonly removed: BuildReport["added"];
  /** Passages that are as they were. */
  readonly unchanged: number;
  /** Passages in the index now. */
  readonly passages: number;
  /** Nodes in the tree now, leaves included. */
  readonly nodes: number;
  /** Texts embedded in this build; all others were remembered. */
  readonly embedded: number;
  /** Abstracts asked of a model in this build; all others were remembered or free. */
  readonly abstractsWritten: number;
  /**
   * What a reader should know: passages without text, dates kept as text, titles that are not indexed, texts
   * cut to the embedder's window, abstracts that fell back.
   */
  readonly notes: readonly string[];
  readonly seconds: number;
}

/** What a build would cost. */
export interface BuildEstimate {
  readonly passages: number;
  readonly embeddings: { readonly missing: number; readonly tokens: number };
  readonly abstracts: {
    readonly missing: number;
    readonly promptTokens: number;
    readonly completionTokens: number;
  };
  /** False while passages are not embedded yet: the tree, and so the abstracts, are then guessed by size. */
  readonly exact: boolean;
}

/** One layer of the tree in figures. */
export type LayerDescription = ReturnType<typeof describeTree>["layers"][number];

export interface IndexDescription {
  readonly passages: number;
  readonly nodes: number;
  readonly layers: readonly LayerDescription[];
  readonly embedder: string | undefined;
  readonly dimensions: number | undefined;
  readonly abstracter: string | undefined;
  readonly tokenizer: string;
  /** When this state was committed, ISO 8601. */
  readonly created: string | undefined;
}

/** A node with its place in the tree. */
export interface NodeDescription {
  readonly node: TreeNode;
  /** From the root down, this node last. */
  readonly path: readonly TreeNode[];
  readonly children: readonly TreeNode[];
  /** What was noted when its abstract was made. */
  readonly notes: readonly string[];
}

/**
 * An index over passages. It stands for one committed state: searches see that state until a change made
 * here is committed, or `refresh` takes up one made elsewhere.
 */
export interface PsiIndex {
  /** Number of passages. */
  readonly size: number;
  /** Ids of all passages, in order. */
  readonly ids: readonly string[];
  /**
   * Adds passages. Nothing is changed unless all are added.
   *
   * A passage without an id gets one made from its text. If the index has a passage with such an id, the same
   * text and the same metadata, it is the same passage, and nothing is added for it. So a program that adds
   * its passages each time it runs adds them once. Equal passages in one call are passages of their own.
   *
   * Passages without text are left out and counted. Metadata must be what JSON can hold: text, finite numbers,
   * true, false, null, lists and plain objects. A `Date` is kept as its ISO 8601 text, with a note, and -0 as
   * 0; all else is refused.
   *
   * @throws PsiError `duplicate-id` when the index has an id that you gave, `invalid-passage`,
   * `embedder-failed`, `model-failed`, `store-locked`, `store-full`; what was paid for until then is kept.
   * The signal's reason, also while the embedder or the abstracter hangs.
   */
  add(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /**
   * Adds passages, or replaces those whose id the index has. Each must have an id. For a passage without text
   * nothing is replaced: delete it by its id.
   */
  update(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /** Removes passages. @throws PsiError `unknown-id`, before anything is removed. */
  delete(ids: readonly string[], options?: BuildOptions): Promise<BuildReport>;
  /**
   * All at once: passages that are not given are removed, the others added or replaced. It also replaces what
   * is damaged in an index that reports `corrupt-index`.
   * @throws PsiError as `add`; `empty-corpus` where passages are given and none has text
   */
  replaceAll(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /** What a change to these passages (without any: building again with these parts) would cost. */
  estimate(passages?: readonly Passage[], options?: EstimateOptions): Promise<BuildEstimate>;
  /** The best passages for a query, best first. */
  search(query: string, options?: SearchOptions): Promise<readonly ScoredNode[]>;
  /**
   * The passages nearest to a vector by cosine, best first: for callers that embed queries themselves, such as
   * LangChain's vector stores. Of the index's width; any length. O(passages x dimensions).
   * @throws PsiError `invalid-option` for an index without vectors, `dimension-mismatch`, `bad-vector`.
   */
  searchByVector(
    vector: ArrayLike<number>,
    options?: FilteredSearchOptions,
  ): Promise<readonly ScoredNode[]>;
  /**
   * The vectors of passages, and those of parents: the means of their leaves. Unit length, in the order of `ids`.
   * @throws PsiError `unknown-id`; `invalid-option` for an index without vectors.
   */
  vectors(ids: readonly string[]): readonly Float32Array[];
  /** The abstracts nearest to a query, of every layer: what the corpus says about a topic. */
  searchAbstracts(query: string, options?: FilteredSearchOptions): Promise<readonly ScoredNode[]>;
  /** Answers from the passages, with citations: `steps`, read to its end. */
  ask(question: string, options?: AskOptions): Promise<AgentAnswer>;
  /**
   * The same, step by step as it happens; the last step is the answer. There always is one: it says how it
   * ended, and what the model threw, if it did. Leaving the loop stops the work, also while a model hangs.
   * @throws PsiError `invalid-option`, `embedder-failed`
   */
  steps(question: string, options?: AskOptions): AsyncIterable<AgentStep>;
  /**
   * A conversation over the index: with a model, what was said before turns a follow-up into a question that
   * stands alone; without one, each question is taken as it is.
   */
  chat(options?: ChatOptions): Conversation;
  /** A view for hybrids, agents and adapters; it always searches the index's present state. */
  retriever(options?: RetrieverOptions): Retriever;
  inspect(): IndexDescription;
  /** A node by id, or the root. @throws PsiError `unknown-id`. */
  node(id?: string): Promise<NodeDescription>;
  /** Takes up what another process has committed. Returns whether anything changed. */
  refresh(): Promise<boolean>;
  /** Stops a change that is being made, which rejects, and gives everything back. Safe to call twice. */
  close(): Promise<void>;
}
