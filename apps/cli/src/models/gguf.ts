import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { type ChatModel, PsiError } from "@psi/core";
import type { ChatHistoryItem, LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import { loadOptional } from "./load-optional.js";
import type { ModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

type LlamaPackage = typeof import("node-llama-cpp");

/** The most tokens of context that are set up: enough for forty passages, and for a small machine. */
const largestContext = 8192;
const defaultReplyTokens = 512;

/** A model file that runs inside this process, on the processor alone. */
export async function openGguf(
  { name: path }: ModelSpec,
  replyTokens: number = defaultReplyTokens,
): Promise<OpenedModel> {
  await requireFile(path);
  const llamaPackage = await loadOptional(
    "node-llama-cpp",
    () => import("node-llama-cpp"),
    "A model file",
  );
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
      model: chatOver(llamaPackage, model, context.getSequence(), path, replyTokens),
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
  throw new PsiError(
    "unreadable-input",
    `There is no model file at "${path}". Check the path after gguf:.`,
  );
}

function failed(message: string): (cause: unknown) => never {
  return (cause) => {
    throw new PsiError("model-failed", message, { cause });
  };
}

/** What is asked of a model here: tuples of role (system, ai, or the one who asks) and text. */
type Messages = readonly (readonly [role: string, text: string])[];

interface CallSettings {
  readonly signal?: AbortSignal;
  readonly maxTokens?: number;
}

/** The parts of LangChain's message that are looked at. */
interface Reply {
  readonly content: string;
  readonly usage_metadata: { readonly input_tokens: number; readonly output_tokens: number };
}

/**
 * A chat model that answers one request after another. Each stands alone; a beginning that it shares with the
 * one before, such as the same instructions, is not read again.
 */
function chatOver(
  { LlamaChatSession }: LlamaPackage,
  llamaModel: LlamaModel,
  sequence: LlamaContextSequence,
  path: string,
  replyTokens: number,
): ChatModel & { readonly name: string } {
  const answer = async (messages: Messages, settings: CallSettings): Promise<Reply> => {
    const { signal, maxTokens = replyTokens } = settings;
    signal?.throwIfAborted();
    requireRoom(llamaModel, messages, maxTokens, sequence.contextSize);
    const before = sequence.tokenMeter.getState();
    const { history, prompt } = conversationOf(messages);
    const session = new LlamaChatSession({ contextSequence: sequence });
    session.setChatHistory(history);
    try {
      const content = await session.prompt(prompt, {
        maxTokens,
        temperature: 0,
        ...(signal && { signal }),
      });
      const { usedOutputTokens: written } = sequence.tokenMeter.diff(before);
      // The meter leaves out what was read before; the sequence holds all of it.
      const read = Math.max(0, sequence.nextTokenIndex - written);
      return { content, usage_metadata: { input_tokens: read, output_tokens: written } };
    } finally {
      session.dispose({ disposeSequence: false });
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const invoke = (messages: Messages, settings: CallSettings = {}): Promise<Reply> => {
    const reply = last.then(() => answer(messages, settings));
    last = reply.catch(() => {});
    return reply;
  };
  return { name: `gguf:${basename(path)}`, invoke: invoke as unknown as ChatModel["invoke"] };
}

/** The last message, and what was said before it; one system message, in front. */
function conversationOf(messages: Messages): {
  readonly history: ChatHistoryItem[];
  readonly prompt: string;
} {
  const system = messages.flatMap(([role, text]) => (role === "system" ? [text] : []));
  const said = messages.filter(([role]) => role !== "system");
  const history: ChatHistoryItem[] = said
    .slice(0, -1)
    .map(([role, text]) =>
      role === "ai" ? { type: "model", response: [text] } : { type: "user", text },
    );
  if (system.length > 0) history.unshift({ type: "system", text: system.join("\n\n") });
  return { history, prompt: said.at(-1)?.[1] ?? "" };
}

/** A prompt that is too long would lose its beginning without a word. */
function requireRoom(
  model: LlamaModel,
  messages: Messages,
  maxTokens: number,
  contextTokens: number,
): void {
  const text = messages.map(([, each]) => each).join("\n\n");
  const needed = model.tokenize(text).length + maxTokens;
  if (needed <= contextTokens) return;
  throw new PsiError(
    "model-failed",
    `The request needs ${needed} tokens with its reply, and the model has ${contextTokens}. Use a model with a larger context, or a lower --max-children or --limit.`,
  );
}
