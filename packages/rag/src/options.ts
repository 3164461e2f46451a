import type { AnswerLength, Prices, Protocol, UsageMeter } from "@psi/agent";
import type { NameExtractor } from "@psi/bridge";
import type {
  Abstracter,
  AgentPolicy,
  CallOptions,
  ChatModel,
  Embedder,
  Fusion,
  HopEstimator,
  Tokenizer,
} from "@psi/core";
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
  /** Hears each of the report's notes as it comes. */
  readonly onNote?: (note: string) => void;
}

export interface EstimateOptions extends CallOptions {
  /** The change that is meant: `add` when left out. */
  readonly change?: "add" | "update" | "replaceAll";
}

/** Which retriever answers: all fused, or one alone. */
export type RetrieverKind = "hybrid" | "tree" | "words" | "links";

export interface SearchOptions extends CallOptions {
  /** The most passages to return; 5 when left out. */
  readonly limit?: number;
  /** "hybrid" when left out: all that the index has. */
  readonly retriever?: RetrieverKind;
  /**
   * Only passages with this metadata are found, such as those of one document. Each field must have the value,
   * or one of several; a list in the metadata has the values in it. Text is compared in Unicode's form NFC.
   *
   * @example
   * index.search("lighthouse", { filter: { source: "notes.md", tags: ["red", "blue"] } });
   */
  readonly filter?: MetadataFilter;
  /**
   * Hears what the caller should know: that no passage matches the filter, and which fields or values there
   * are. The notes of an answer have it as well.
   *
   * @example
   * index.search("lighthouse", { filter: { source: "nots.md" }, onNote: console.warn });
   */
  readonly onNote?: (note: string) => void;
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

/** The options of a search that stay the same for every query of a retriever. */
export type RetrieverOptions = Omit<SearchOptions, "limit" | "signal">;

export type FilteredSearchOptions = Pick<SearchOptions, "limit" | "filter" | "onNote" | "signal">;

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
