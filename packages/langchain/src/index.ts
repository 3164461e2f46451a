export { type AgentToolOptions, agentTool } from "./agent-tool.js";
export { type CompressorOptions, compressorFromReranker } from "./compressor-from-reranker.js";
export { getMatch, type PsiMatch } from "./match.js";
export { PsiAgent, type PsiAgentInput } from "./psi-agent.js";
export {
  type FromDocumentsOptions,
  PsiRetriever,
  type PsiRetrieverInput,
} from "./psi-retriever.js";
export { PsiTranslator } from "./psi-translator.js";
export { PsiVectorStore } from "./psi-vector-store.js";
export { rerankerFromCompressor } from "./reranker-from-compressor.js";
export type { PsiConfigurable } from "./search-settings.js";
export { type SearchToolOptions, searchTool } from "./search-tool.js";
export {
  type ByteStore,
  type ByteStoreOptions,
  storeFromByteStore,
} from "./store-from-byte-store.js";
export type { FoundMetadata } from "./to-document.js";
