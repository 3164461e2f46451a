import { isPsiError, PsiError } from "@psi/core";
import type { ModelFolder } from "./model-folder.js";
import type { OnnxRuntime, OnnxSession, OnnxTensor } from "./onnx-runtime.js";

/** Which of the model's rows stand for the text: the first token's, or the mean of all. */
export type Pooling = "cls" | "mean";

/** A loaded model that turns the tokens of one text into one vector. */
export interface SentenceModel {
  /**
   * @returns numbers of single precision, length 1.
   * @throws PsiError `embedder-failed` when the model was closed or fails, with the cause.
   */
  vectorOf(ids: readonly number[]): Promise<number[]>;
  /** Waits for a run in progress, then gives the model's memory back. */
  close(): Promise<void>;
}

const knownInputs = ["input_ids", "attention_mask", "token_type_ids"];

/**
 * Loads a folder's model.
 *
 * @throws PsiError `unreadable-input` when the file is broken, or its inputs and outputs are not those of a
 * sentence embedder.
 */
export async function loadModel(
  runtime: OnnxRuntime,
  folder: ModelFolder,
  options: { readonly threads: number; readonly pooling: Pooling; readonly maxTokens: number },
): Promise<SentenceModel> {
  const session = await createSession(runtime, folder.model, options.threads);
  try {
    const output = checkSession(session, folder.model);
    return sentenceModel(runtime, session, { ...options, output, dimensions: folder.dimensions });
  } catch (thrown) {
    await session.release();
    throw thrown;
  }
}

async function createSession(
  runtime: OnnxRuntime,
  path: string,
  threads: number,
): Promise<OnnxSession> {
  try {
    return await runtime.InferenceSession.create(path, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // "all" only adds layouts for convolutions: the same vectors and speed, and a slower start.
      graphOptimizationLevel: "extended",
      // A library does not print. What is fatal is thrown as well.
      logSeverityLevel: 4,
    });
  } catch (cause) {
    if (isPsiError(cause)) throw cause;
    throw new PsiError(
      "unreadable-input",
      `${path} cannot be loaded as an ONNX model: ${(cause as Error).message}. Copy the model folder again, whole.`,
      { cause },
    );
  }
}

/** Checks what goes in and comes out, and returns the name of the output to read. */
function checkSession({ inputNames, outputNames }: OnnxSession, path: string): string {
  const unknown = inputNames.filter((name) => !knownInputs.includes(name));
  const output = outputNames.length === 1 ? outputNames[0] : "last_hidden_state";
  if (
    unknown.length === 0 &&
    inputNames.includes("input_ids") &&
    output !== undefined &&
    outputNames.includes(output)
  ) {
    return output;
  }
  throw new PsiError(
    "unreadable-input",
    `${path} is not a sentence embedder: it takes ${inputNames.join(", ")} and gives ${outputNames.join(", ")}, where it must take input_ids, may take attention_mask and token_type_ids, and must give last_hidden_state.`,
  );
}

interface ModelParts {
  readonly output: string;
  readonly dimensions: number;
  readonly pooling: Pooling;
  readonly maxTokens: number;
}

function sentenceModel(
  runtime: OnnxRuntime,
  session: OnnxSession,
  { output, dimensions, pooling, maxTokens }: ModelParts,
): SentenceModel {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  // The same for every text of a length, and only read: one of each is enough.
  const ones = new BigInt64Array(maxTokens).fill(1n);
  const zeros = new BigInt64Array(maxTokens);
  const feedsOf = (ids: readonly number[]): Record<string, OnnxTensor> => {
    const length = ids.length;
    const inputs: Record<string, BigInt64Array> = {
      input_ids: bigIntegers(ids),
      attention_mask: ones.subarray(0, length),
      token_type_ids: zeros.subarray(0, length),
    };
    return Object.fromEntries(
      session.inputNames.map((name) => [
        name,
        new runtime.Tensor("int64", inputs[name] as BigInt64Array, [1, length]),
      ]),
    );
  };
  return {
    async vectorOf(ids) {
      if (closed) {
        throw new PsiError(
          "embedder-failed",
          "The embedder was closed while it was embedding. Wait for a call before close().",
        );
      }
      const run = started(session, feedsOf(ids));
      running.add(run);
      try {
        const rows = rowsOf((await run)[output], ids.length, dimensions);
        return unitVector(
          pooling === "cls" ? rows.subarray(0, dimensions) : sumOf(rows, dimensions),
        );
      } finally {
        running.delete(run);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(running);
      await session.release();
    },
  };
}

function bigIntegers(values: readonly number[]): BigInt64Array {
  const integers = new BigInt64Array(values.length);
  for (let i = 0; i < values.length; i++) integers[i] = BigInt(values[i] as number);
  return integers;
}

async function started(
  session: OnnxSession,
  feeds: Readonly<Record<string, OnnxTensor>>,
): Promise<Readonly<Record<string, OnnxTensor>>> {
  try {
    return await session.run(feeds);
  } catch (cause) {
    if (isPsiError(cause)) throw cause;
    throw new PsiError("embedder-failed", `The model failed: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function rowsOf(tensor: OnnxTensor | undefined, length: number, dimensions: number): Float32Array {
  const data = tensor?.data;
  if (data instanceof Float32Array && data.length === length * dimensions) return data;
  throw new PsiError(
    "unreadable-input",
    `The model gives numbers of shape ${JSON.stringify(tensor?.dims)} for ${length} tokens where [1,${length},${dimensions}] is expected. Check hidden_size in its config.json.`,
  );
}

/** The rows added up: their mean, but for the length, which is set to 1 next. */
function sumOf(rows: Float32Array, dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions);
  for (let i = 0; i < rows.length; i++) sums[i % dimensions]! += rows[i]!;
  return sums;
}

/** The vector with length 1, rounded to single precision: what a store of such numbers gives back. */
function unitVector(vector: Float32Array | Float64Array): number[] {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!(squares > 0 && Number.isFinite(squares))) {
    throw new PsiError(
      "embedder-failed",
      "The model gives a vector of zeros, or one that is not finite. Check the model file.",
    );
  }
  const scale = 1 / Math.sqrt(squares);
  const unit = new Array<number>(vector.length);
  for (let i = 0; i < vector.length; i++) unit[i] = Math.fround((vector[i] as number) * scale);
  return unit;
}
