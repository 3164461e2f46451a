import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { type ChatModel, PsiError } from "@psi/core";
import type { LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import { loadOptional } from "./load-optional.js";
import type { ModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

type LlamaPackage = typeof import("node-llama-cpp");

/** The most tokens of context that are set up: enough for forty passages, and for a small machine. */
const largestContext = 8192;
const defaultReplyTokens = 512;

/** A model file that runs inside this process, on the processor alone. */
export async function openGguf({ name: path }: ModelSpec): Promise<OpenedModel> {
  await requireFile(path);
  const llamaPackage = await loadOptional("node-llama-cpp", () => import("node-llama-cpp"), "A model file");
  // Its own choice of threads is many times slower on machines with few cores; and since its threads wait
  // for each other at every layer, one that has to share its core holds up all others.
  const threads = Math.max(1, availableParallelism() - 1);
  const llama = await llamaPackage
    .getLlama({
      gpu: false,
      build: "never",
      maxThreads: threads,
      logLevel: llamaPackage.LlamaLogLevel.error,
    })
    .catch(failed(`node-llama-cpp does not start on this machine.`));
  try {
    const model = await llama.loadModel({ modelPath: path });
    const contextSize = Math.min(largestContext, model.trainContextSize);
    const context = await model.createContext({ threads, contextSize });
    return {
      model: chatOver(llamaPackage, model, context.getSequence(), path),
      // Callers count tokens by estimate, so a part is kept free; and the reply's own default is theirs.
      contextTokens: Math.floor(contextSize * 0.9),
      close: () => llama.dispose(),
    };
  } catch (cause) {
    await llama.dispose();
    return failed(`"${path}" could not be loaded as a GGUF model.`)(cause);
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === true) return;
  throw new PsiError("unreadable-input", `There is no model file at "${path}". Check the path after gguf:.`);
}

function failed(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new PsiError("model-failed", message, { cause });
  };
}

/** What is asked of a model here: tuples of role (system, or the one who asks) and text. */
type Messages = readonly (readonly [role: string, text: string])[];

interface CallSettings {
  readonly signal?: AbortSignal;
  readonly maxTokens?: number;
}

/** A chat model that answers one request after another; each starts with an empty history. */
function chatOver(
  { LlamaChatSession }: LlamaPackage,
  llamaModel: LlamaModel,
  sequence: LlamaContextSequence,
  path: string,
): ChatModel & { readonly name: string } {
  const answer = async (messages: Messages, settings: CallSettings): Promise<{ content: string }> => {
    const { signal, maxTokens = defaultReplyTokens } = settings;
    signal?.throwIfAborted();
    const textOf = (system: boolean): string =>
      messages
        .flatMap(([role, text]) => ((role === "system") === system ? [text] : []))
        .join("\n\n");
    const systemPrompt = textOf(true);
    const prompt = textOf(false);
    requireRoom(llamaModel, systemPrompt + prompt, maxTokens, sequence.contextSize);
    await sequence.clearHistory();
    const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt });
    try {
      const content = await session.prompt(prompt, { maxTokens, temperature: 0, ...(signal && { signal }) });
      return { content };
    } finally {
      session.dispose({ disposeSequence: false });
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const invoke = (messages: Messages, settings: CallSettings = {}): Promise<{ content: string }> => {
    const reply = last.then(() => answer(messages, settings));
    last = reply.catch(() => {});
    return reply;
  };
  return { name: `gguf:${basename(path)}`, invoke: invoke as unknown as ChatModel["invoke"] };
}

/** A prompt that is too long would lose its beginning without a word. */
function requireRoom(model: LlamaModel, text: string, maxTokens: number, contextTokens: number): void {
  const needed = model.tokenize(text).length + maxTokens;
  if (needed <= contextTokens) return;
  throw new PsiError(
    "model-failed",
    `The request needs ${needed} tokens with its reply, and the model has ${contextTokens}. Use a model with a larger context, or a lower --max-children.`,
  );
}
