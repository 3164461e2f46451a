import type { OnnxSessionOptions, OnnxTensor } from "./onnx-runtime.js";

/** Tensors by name. Between processes they are plain objects: dimensions and data. */
export type Tensors = Readonly<Record<string, OnnxTensor>>;

/** What a process that runs a model is asked: first to open the model, then to run it. */
export type OnnxQuestion =
  | { readonly path: string; readonly options: OnnxSessionOptions }
  | { readonly feeds: Tensors };

/** The names of the opened model's inputs and outputs, or the outputs of a run. */
export type OnnxAnswer = OnnxNames | Tensors;

export interface OnnxNames {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
}

export interface OnnxRequest {
  readonly id: number;
  readonly question: OnnxQuestion;
}

/** The reply to the request with the same id. */
export type OnnxReply =
  | { readonly id: number; readonly answer: OnnxAnswer }
  | {
      readonly id: number;
      readonly error: Error;
      /** Whether onnxruntime-node was loaded. If not, the error says why. */
      readonly hasRuntime: boolean;
    };
