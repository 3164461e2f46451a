export { createIndex, openIndex } from "./open-index.js";
export type {
  AskOptions,
  BuildEstimate,
  BuildOptions,
  BuildProgress,
  BuildReport,
  EstimateOptions,
  IndexDescription,
  IndexOptions,
  LayerDescription,
  NodeDescription,
  OpenOptions,
  PsiIndex,
  RetrieverKind,
  SearchOptions,
} from "./psi-index.js";
export type { MetadataFilter } from "./search/metadata-filter.js";
export { lmdbStore } from "./store/lmdb-store.js";
