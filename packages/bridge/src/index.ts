export { buildLinks, type LinksOptions } from "./build-links.js";
export { type LinkRetrieverOptions, linkRetriever } from "./link-retriever.js";
export type { Links, SubjectMatch } from "./links.js";
export type { NamedPassage, NameExtractor, PassageNames } from "./name-extractor.js";
export { names } from "./names/names.js";
export { personalisedPageRank } from "./page-rank.js";
export { type BridgeData, loadBridge, saveBridge } from "./signals/bridge-data.js";
export {
  type BridgeRetrieverOptions,
  type BridgeVectors,
  bridgeRetriever,
} from "./signals/bridge-retriever.js";
export { type BuildBridgeOptions, buildBridge } from "./signals/build-bridge.js";
export {
  type SecondHopOptions,
  type SecondHopVectors,
  secondHopRetriever,
} from "./signals/second-hop.js";
export { type SentenceStems, sentenceStems } from "./signals/sentence-stems.js";
