import { readFileSync } from "node:fs";
import { PsiError } from "@psi/core";
import { isOtherBinding } from "./other-runtime.js";

/** The C++ variable Ort::Global<void>::api_, which the native parts of onnxruntime-node share up to 1.23. */
const sharedVariable = "_ZN3Ort6GlobalIvE4api_E";

let refuses = false;

/**
 * From now on, loading an onnxruntime-node that would crash beside ours throws a `runtime-conflict` instead, in
 * this thread. It is the last resort, for a version that `hasOtherRuntime` could not find: nothing else sees a
 * native library before it is loaded.
 */
export function refuseCrashingRuntimes(): void {
  if (refuses) return;
  refuses = true;
  const load = process.dlopen;
  process.dlopen = (module, filename, flags) => {
    if (isOtherBinding(filename) && readFileSync(filename).includes(sharedVariable)) {
      throw new PsiError(
        "runtime-conflict",
        `${filename} would crash beside the onnxruntime-node 1.17.0 of @psi/embed, which is in use. Import it before the first text is embedded: the model of @psi/embed then runs in a process of its own. Or pass it to localEmbedder as the option runtime.`,
      );
    }
    load.call(process, module, filename, ...(flags === undefined ? [] : [flags]));
  };
}
