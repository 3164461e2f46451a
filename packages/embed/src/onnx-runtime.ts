import { PsiError } from "@psi/core";

/**
 * The part of onnxruntime-node that is called. `import * as ort from "onnxruntime-node"` fits, in every
 * version since 1.17; so does anything that keeps to it.
 */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options?: OnnxSessionOptions): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}

/** What a session is asked for when it is made. */
export interface OnnxSessionOptions {
  intraOpNumThreads?: number;
  interOpNumThreads?: number;
  graphOptimizationLevel?: "disabled" | "basic" | "extended" | "all";
  logSeverityLevel?: 0 | 1 | 2 | 3 | 4;
}

/** A loaded model. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  release(): Promise<void>;
}

/** Numbers that go in or come out. */
export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/**
 * Loads the onnxruntime-node that we depend on: about 25 ms, once a process.
 *
 * @throws PsiError `missing-dependency` when it is not installed or has no binary for this machine.
 */
export async function loadRuntime(
  // @ts-expect-error: 1.17.0 is published without its types.
  load: () => Promise<unknown> = () => import("onnxruntime-1.17"),
): Promise<OnnxRuntime> {
  try {
    const loaded = (await load()) as OnnxRuntime & { readonly default?: OnnxRuntime };
    // A CommonJS module: its names are also, and in some loaders only, on the default export.
    return loaded.InferenceSession === undefined ? (loaded.default as OnnxRuntime) : loaded;
  } catch (cause) {
    throw missingRuntime(cause as Error);
  }
}

/** What is thrown when the onnxruntime-node that we depend on cannot be loaded, here or in another process. */
export function missingRuntime(cause: Error): PsiError {
  return new PsiError(
    "missing-dependency",
    `onnxruntime-node 1.17.0 cannot be loaded on ${process.platform} ${process.arch}: ${cause.message} Install @psi/embed again, pass another version as the option runtime, or use another embedder.`,
    { cause },
  );
}
