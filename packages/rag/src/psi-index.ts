import type { AnswerLength, Conversation, Prices, Protocol, UsageMeter } from "@psi/agent";
import type { NameExtractor } from "@psi/bridge";
import type {
  Abstracter,
  AgentAnswer,
  AgentPolicy,
  AgentStep,
  CallOptions,
  ChatModel,
  Embedder,
  Fusion,
  HopEstimator,
  Passage,
  Retriever,
  ScoredNode,
  Tokenizer,
  TreeNode,
} from "@psi/core";
import type { describeTree } from "@psi/tree";
import type { MetadataFilter } from "./search/metadata-filter.js";

/** The parts of an index. Each has a default; each can be swapped alone. */
export interface IndexOptions {
  /**
   * Makes the vectors: the shipped local model when left out, any LangChain `Embeddings`, or `false` for
   * an index of words alone (no tree, no abstracts).
   */
  readonly embedder?: Embedder | false;
  /** Tells the embedder from others, where it does not say so itself (`name`, `model`). */
  readonly embedderName?: string;
  /** Writes the upper nodes' texts: `keyphrases()` when left out; `false` leaves them empty. */
  readonly abstracter?: Abstracter | false;
  /** Cuts texts into words: `multilingual()` when left out. */
  readonly tokenizer?: Tokenizer;
  /** Finds the names over which passages are linked: `names()` when left out; `false`: no links. */
  readonly names?: NameExtractor | false;
  /** Merges the lists of tree, words and links: `learned` with the shipped weights when left out. */
  readonly fuse?: Fusion;
  /** Nodes that each retriever hands to the fusion; 60 when left out. */
  readonly candidates?: number;
  /** The most children of a node; 40 when left out. */
  readonly maxChildren?: number;
  /** Keeps the vectors of queries in the store as well, for repeated evaluations. */
  readonly rememberQueries?: boolean;
}

export interface OpenOptions extends IndexOptions {
  /** Refuses to create or change anything; the index must exist. */
  readonly readOnly?: boolean;
}

/** How far a build has come. */
export interface BuildProgress {
  readonly stage: "passages" | "embed" | "shape" | "abstract" | "embed abstracts" | "words";
  readonly done: number;
  readonly total: number;
}

export interface BuildOptions extends CallOptions {
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** What a change of the index did, and what it was paid for. */
export interface BuildReport {
  /** Ids of the passages given, in order; made from content where the caller gave none. */
  readonly ids: readonly string[];
  /** Passages in the index now. */
  readonly passages: number;
  /** Nodes in the tree now, leaves included. */
  readonly nodes: number;
  /** Texts embedded in this build; all others were remembered. */
  readonly embedded: number;
  /** Abstracts asked of a model in this build; all others were remembered or free. */
  readonly abstractsWritten: number;
  /** What a reader should know: texts cut to the embedder's window, abstracts that fell back. */
  readonly notes: readonly string[];
  readonly seconds: number;
}

export interface EstimateOptions extends CallOptions {
  /** The change that is meant: `add` when left out. */
  readonly change?: "add" | "update" | "replaceAll";
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

/** Which retriever answers: all fused, or one alone. */
export type RetrieverKind = "hybrid" | "tree" | "words" | "links";

export interface SearchOptions extends CallOptions {
  /** The most passages to return; 5 when left out. */
  readonly limit?: number;
  /** "hybrid" when left out: all that the index has. */
  readonly retriever?: RetrieverKind;
  /** Only passages with this metadata are found: one document of many, such as { source: "notes.md" }. */
  readonly filter?: MetadataFilter;
  /** Another fusion for this call. */
  readonly fuse?: Fusion;
  /**
   * Embeds the question once more with each of the five best passages, to find what is asked beyond them:
   * five more calls of the embedder, for the hybrid of an index with vectors and links.
   */
  readonly secondHop?: boolean;
  /** How the tree is searched: all leaves when left out, or the paper's descent with `width` nodes a layer. */
  readonly strategy?: "scan" | "descend";
  readonly width?: number;
}

export interface AskOptions extends SearchOptions {
  /** Reads and answers; without one, the best sentences of the passages are the answer. */
  readonly model?: ChatModel;
  /** Decides what is looked up and when to answer, instead of what `model` and `answerLength` say. */
  readonly policy?: AgentPolicy;
  /** A span ("short"), a few sentences, or a summary ("long", with abstracts among the evidence). */
  readonly answerLength?: AnswerLength;
  /** How the model is talked to; what it can do when left out. */
  readonly protocol?: Protocol | "auto";
  /** Tokens of the model's window; as it tells itself, or 8,192, when left out. */
  readonly contextTokens?: number;
  /** Rounds of retrieval, the first included; 3 when left out; "auto": as many as the question has hops. */
  readonly maxRetrievals?: number | "auto" | HopEstimator;
  /** Prompt and completion tokens, after which it stops with what it has. */
  readonly maxTokens?: number;
  /** The same in the unit of `prices`. */
  readonly maxCost?: number;
  readonly prices?: Prices;
  /** Counts several questions together; its limits hold as well. */
  readonly session?: UsageMeter;
  /** Milliseconds until it stops with what it has. */
  readonly timeout?: number;
}

/** The settings of every question of a conversation. Limits of tokens and cost hold for all of it. */
export interface ChatOptions extends Omit<AskOptions, "session"> {
  /** Tokens of earlier turns that are looked at; 1,000 when left out. */
  readonly historyTokens?: number;
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
   * @throws PsiError `duplicate-id` when an id is there already, `invalid-passage`, `embedder-failed`,
   * `model-failed`, `store-locked`, `store-full`; what was paid for until then is remembered.
   */
  add(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /** Adds passages, or replaces those whose id is there already. Each must have an id. */
  update(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /** Removes passages. @throws PsiError `unknown-id`, before anything is removed. */
  delete(ids: readonly string[], options?: BuildOptions): Promise<BuildReport>;
  /** All at once: passages that are not given are removed, the others added or replaced. */
  replaceAll(passages: readonly Passage[], options?: BuildOptions): Promise<BuildReport>;
  /** What a change to these passages (without any: building again with these parts) would cost. */
  estimate(passages?: readonly Passage[], options?: EstimateOptions): Promise<BuildEstimate>;
  /** The best passages for a query, best first. */
  search(query: string, options?: SearchOptions): Promise<readonly ScoredNode[]>;
  /** The abstracts nearest to a query, of every layer: what the corpus says about a theme. */
  searchAbstracts(
    query: string,
    options?: CallOptions & Pick<SearchOptions, "limit" | "filter">,
  ): Promise<readonly ScoredNode[]>;
  /** Answers from the passages, with citations: `steps`, read to its end. */
  ask(question: string, options?: AskOptions): Promise<AgentAnswer>;
  /**
   * The same, step by step as it happens; the last step is the answer. There always is one: it says how it
   * ended, and what the model threw, if it did.
   * @throws PsiError `invalid-option`, `embedder-failed`
   */
  steps(question: string, options?: AskOptions): AsyncIterable<AgentStep>;
  /**
   * A conversation over the index: with a model, what was said before turns a follow-up into a question that
   * stands alone; without one, each question is taken as it is.
   */
  chat(options?: ChatOptions): Conversation;
  /** A view for hybrids, agents and adapters; it always searches the index's present state. */
  retriever(options?: Omit<SearchOptions, "limit" | "signal">): Retriever;
  inspect(): IndexDescription;
  /** A node by id, or the root. @throws PsiError `unknown-id`. */
  node(id?: string): Promise<NodeDescription>;
  /** Takes up what another process has committed. Returns whether anything changed. */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}
