export { abortable } from "./abortable.js";
export type { Abstract, Abstracter, AbstractGroup } from "./abstracter.js";
export { acceptedHits } from "./accepted-hits.js";
export type {
  AgentAction,
  AgentContext,
  AgentPolicy,
  AgentState,
  AgentStep,
  AnswerAction,
  Evidence,
  HopEstimator,
  ModelReply,
  RetrieveAction,
  Round,
  SubQuestion,
} from "./agent.js";
export type { AgentAnswer, Citation, Ending } from "./agent-answer.js";
export { requireNumber, requireWhole } from "./check.js";
export { isPsiError, PsiError, type PsiErrorCode } from "./errors.js";
export { estimateTokens } from "./estimate-tokens.js";
export { type Fusion, mergeLists, rankedBy, reciprocalRank, rerank } from "./fusion.js";
export { type HybridOptions, hybridRetriever } from "./hybrid-retriever.js";
export type { IndexStore, StoreEntry } from "./index-store.js";
export { maskSecrets } from "./mask-secrets.js";
export { dot, fromRows, type Matrix, row, rowCount, writeUnitRow } from "./matrix.js";
export { memoryStore } from "./memory-store.js";
export {
  type CallOptions,
  type ChatModel,
  type Embedder,
  type NamedEmbedder,
  partName,
} from "./models.js";
export { type NearWordFinder, nearWordFinder } from "./near-words.js";
export { onAbort } from "./on-abort.js";
export {
  indexedText,
  type MarkupSpan,
  type Passage,
  type PlaceInSource,
  placeInSource,
  plainText,
  titleOf,
} from "./passage.js";
export { isPlainObject, kindOf } from "./plain-object.js";
export { isVector, queryVector } from "./query-vector.js";
export { remembered } from "./remembered.js";
export { type Reply, replyText } from "./reply-text.js";
export { requireOptions } from "./require-options.js";
export type { Reranker } from "./reranker.js";
export {
  foundBy,
  type Hit,
  type LinkReason,
  listOf,
  type RetrieveOptions,
  type Retriever,
  type ScoredNode,
} from "./retriever.js";
export { type Span, sentences } from "./sentences.js";
export { analyze, type SparseIndex, type Token, type Tokenizer } from "./sparse-index.js";
export type { Hierarchy, NodeRow, NodeSource, PsiTree, TreeNode } from "./tree.js";
export { unaccented } from "./unaccented.js";
export type { Usage } from "./usage.js";
export { weighted } from "./weighted.js";
