export { type ContractCase, type Make, runContract, type SkippedCase } from "./testing/contract.js";
export {
  type CountingEmbedder,
  type ScriptedModel,
  type ScriptedReply,
  scriptedModel,
  textNodes,
  wordEmbedder,
  wordOverlapReranker,
  wordOverlapRetriever,
} from "./testing/fakes.js";
export { oddTexts } from "./testing/odd-texts.js";
export { testAbstracter } from "./testing/test-abstracter.js";
export { testAgentPolicy } from "./testing/test-agent-policy.js";
export { testEmbedder } from "./testing/test-embedder.js";
export { testFusion } from "./testing/test-fusion.js";
export { type StoreUnderTest, testIndexStore } from "./testing/test-index-store.js";
export { testReranker } from "./testing/test-reranker.js";
export { testRetriever } from "./testing/test-retriever.js";
export { testTokenizer } from "./testing/test-tokenizer.js";
