export type { AnswerLength } from "./answer-length.js";
export { answerOf, ask } from "./ask.js";
export {
  type Conversation,
  type ConversationOptions,
  conversation,
  type Turn,
} from "./chat/conversation.js";
export { type HopEstimatorOptions, hopEstimator } from "./hops/hop-estimator.js";
export { hopProbabilities } from "./hops/hop-probabilities.js";
export type { HopWeights } from "./hops/hop-weights.js";
export {
  type MeterOptions,
  type Prices,
  type UsageMeter,
  usageMeter,
} from "./meter/usage-meter.js";
export { decompose } from "./policies/decompose.js";
export { type ExtractiveOptions, extractive } from "./policies/extractive.js";
export { interleave } from "./policies/interleave.js";
export type { ModelPolicyOptions } from "./policies/model-options.js";
export { type ReadAndAnswerOptions, readAndAnswer } from "./policies/read-and-answer.js";
export { type ScriptedOptions, scripted } from "./policies/scripted.js";
export { singlePass } from "./policies/single-pass.js";
export type { Protocol } from "./prompts/prompt-words.js";
export { type RunOptions, run } from "./run.js";
