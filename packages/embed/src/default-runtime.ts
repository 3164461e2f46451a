import { loadRuntime, type OnnxRuntime } from "./onnx-runtime.js";
import { hasOtherRuntime } from "./other-runtime.js";
import { processRuntime } from "./process-runtime.js";
import { refuseCrashingRuntimes } from "./refuse-crashing-runtimes.js";

/**
 * The runtime of embedders that were given none: our onnxruntime-node in this process, or, where the program
 * has another one, in processes of its own, since two of them in one process may crash.
 *
 * @throws PsiError `missing-dependency`, as `loadRuntime`.
 */
export async function defaultRuntime(): Promise<OnnxRuntime> {
  if (hasOtherRuntime()) return processRuntime;
  refuseCrashingRuntimes();
  return loadRuntime();
}
