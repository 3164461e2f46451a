export { type LocalEmbedder, localEmbedder } from "./local-embedder.js";
export type { OnnxRuntime } from "./onnx-runtime.js";
export type { EmbedOptions, LocalEmbedderOptions, Truncation } from "./options.js";
export type { Pooling } from "./sentence-model.js";
