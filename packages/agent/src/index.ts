export type { AnswerLength } from "./answer-length.js";
export { ask } from "./ask.js";
export {
  type MeterOptions,
  type Prices,
  type UsageMeter,
  usageMeter,
} from "./meter/usage-meter.js";
export { type ExtractiveOptions, extractive } from "./policies/extractive.js";
export { type ScriptedOptions, scripted } from "./policies/scripted.js";
export { type RunOptions, run } from "./run.js";
