import type { OnnxRuntime, OnnxSession, OnnxSessionOptions } from "./onnx-runtime.js";
import { sharedResource } from "./shared-resource.js";
import { startOnnxProcess } from "./start-onnx-process.js";

/**
 * The installed onnxruntime-node, each session in a process of its own. Two versions of onnxruntime-node in one
 * process share a C++ variable and crash; since this one loads none here, the program may load any.
 *
 * A session whose process has ended starts another one for its next run.
 */
export const processRuntime: OnnxRuntime = {
  Tensor: class {
    constructor(
      readonly type: "int64",
      readonly data: BigInt64Array,
      readonly dims: readonly number[],
    ) {}
  },
  InferenceSession: { create: (path, options) => openProcessSession(path, options) },
};

/**
 * @param program what the process runs, in place of ours.
 * @throws as `startOnnxProcess`.
 */
export async function openProcessSession(
  path: string,
  options: OnnxSessionOptions = {},
  program?: string,
): Promise<OnnxSession> {
  const process = sharedResource(() => startOnnxProcess(path, options, program));
  const { inputNames, outputNames } = await process.get();
  return {
    inputNames,
    outputNames,
    run: async (feeds) => (await process.get()).run(feeds),
    release: () => process.close(),
  };
}
