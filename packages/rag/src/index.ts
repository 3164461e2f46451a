export { createIndex, openIndex } from "./open-index.js";
export type {
  AskOptions,
  BuildEstimate,
  BuildOptions,
  BuildProgress,
  BuildReport,
  Citation,
  EstimateOptions,
  IndexDescription,
  IndexOptions,
  LayerDescription,
  NodeDescription,
  OpenOptions,
  PsiIndex,
  RagAnswer,
  RetrieverKind,
  SearchOptions,
} from "./psi-index.js";
export { lmdbStore } from "./store/lmdb-store.js";
