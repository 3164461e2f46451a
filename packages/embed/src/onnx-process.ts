// The program of a process that runs one ONNX model: see start-onnx-process.ts. It loads no other package,
// so that it is ready early.
import { createRequire } from "node:module";
import type { OnnxAnswer, OnnxQuestion, OnnxReply, OnnxRequest, Tensors } from "./onnx-messages.js";
import type { OnnxRuntime, OnnxSession } from "./onnx-runtime.js";

const require = createRequire(import.meta.url);

let runtime: OnnxRuntime | undefined;
let session: OnnxSession | undefined;

async function answerTo(question: OnnxQuestion): Promise<OnnxAnswer> {
  if ("path" in question) {
    runtime = require("onnxruntime-1.17") as OnnxRuntime;
    session = await runtime.InferenceSession.create(question.path, question.options);
    return { inputNames: session.inputNames, outputNames: session.outputNames };
  }
  if (runtime === undefined || session === undefined) throw new Error("No model is open.");
  const { Tensor } = runtime;
  const outputs = await session.run(
    mapTensors(
      question.feeds,
      ({ data, dims }) => new Tensor("int64", data as BigInt64Array, dims),
    ),
  );
  // Tensors have methods, which cannot be sent.
  return mapTensors(outputs, ({ data, dims }) => ({ data, dims }));
}

function mapTensors(tensors: Tensors, map: (tensor: Tensors[string]) => Tensors[string]): Tensors {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, map(tensor)]));
}

process.on("message", async ({ id, question }: OnnxRequest) => {
  const reply: OnnxReply = await answerTo(question).then(
    (answer) => ({ id, answer }),
    (error: Error) => ({ id, error, hasRuntime: runtime !== undefined }),
  );
  process.send?.(reply);
});

// The parent ends this process. A signal to the whole process group, such as Ctrl-C, must not end it while the
// parent still finishes its work.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.once("disconnect", () => process.exit());
