export type { Dataset, Question } from "./dataset.js";
export {
  type EvaluationOptions,
  evaluateRetrieval,
  type Measured,
  type RetrievalReport,
  type RetrieveIds,
} from "./evaluate-retrieval.js";
export { loadDataset } from "./load-dataset.js";
export { allGoldAt } from "./metrics/all-gold-at.js";
export { ndcgAt } from "./metrics/ndcg-at.js";
export { recallAt } from "./metrics/recall-at.js";
export { reciprocalRankOf } from "./metrics/reciprocal-rank-of.js";
