export { type Contribution, contributions } from "./contributions.js";
export type { FusionWeights, PackedModel } from "./fusion-weights.js";
export { learned, learnedByTier, type TieredWeights } from "./learned.js";
export { shippedFusion, shippedWeights, type Tier } from "./shipped.js";
export type { InputSpec, Measure } from "./signal-inputs.js";
export {
  type LabelledCandidates,
  type TunedRecall,
  type TuneOptions,
  type TuneReport,
  tune,
} from "./tune/tune.js";
