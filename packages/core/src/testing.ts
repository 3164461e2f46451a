export { type ContractCase, runContract, type SkippedCase } from "./testing/contract.js";
export {
  type CountingEmbedder,
  type ScriptedModel,
  type ScriptedReply,
  scriptedModel,
  textNodes,
  wordEmbedder,
  wordOverlapReranker,
} from "./testing/fakes.js";
