export { type Bm25Index, type Bm25Options, bm25 } from "./bm25.js";
export { loadBm25, saveBm25 } from "./bm25-store.js";
export { english } from "./english.js";
export type { Postings } from "./inverted-index.js";
export { type MultilingualOptions, multilingual } from "./multilingual.js";
export type { StemmedLanguage } from "./natural-stemmer.js";
export { type SparseRetrieverOptions, sparseRetriever } from "./sparse-retriever.js";
export { stemmed } from "./stemmed.js";
