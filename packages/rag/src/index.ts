export { createIndex, openIndex } from "./open-index.js";
export type {
  AskOptions,
  BuildOptions,
  BuildProgress,
  EstimateOptions,
  IndexOptions,
  OpenOptions,
  RetrieverKind,
  SearchOptions,
} from "./options.js";
export type {
  BuildEstimate,
  BuildReport,
  IndexDescription,
  LayerDescription,
  NodeDescription,
  PsiIndex,
} from "./psi-index.js";
export type { MetadataFilter } from "./search/metadata-filter.js";
export { lmdbStore } from "./store/lmdb-store.js";
