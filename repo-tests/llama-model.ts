import type { ChatModel } from "@psi/core";
import { getLlama, LlamaChatSession } from "node-llama-cpp";

/** A local model file behind the one method of a chat model that Psi calls. */
export interface LlamaModel extends ChatModel, AsyncDisposable {
  readonly name: string;
  /** How many tokens it has written so far. */
  readonly tokens: () => number;
  /** Resolves when no call is under way. */
  readonly idle: () => Promise<unknown>;
}

/** Tokens of a reply. */
export const MOST_TOKENS = 64;

/**
 * Loads a GGUF file on the CPU. Calls run one at a time. One thread: llama.cpp's threads wait for each other
 * without sleeping, so a second one on a machine that is busy elsewhere makes it ten times slower, not faster.
 */
export async function llamaModel(path: string, name: string): Promise<LlamaModel> {
  const llama = await getLlama({ gpu: false, build: "never", maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: path });
  const context = await model.createContext({ contextSize: 2048, threads: 1 });
  const contextSequence = context.getSequence();
  let queue: Promise<unknown> = Promise.resolve();
  let written = 0;
  const onToken = (tokens: readonly unknown[]): void => {
    written += tokens.length;
  };
  const answer = async (
    [[, systemPrompt], [, question]]: readonly [system: [string, string], human: [string, string]],
    signal?: AbortSignal,
  ): Promise<{ readonly content: string }> => {
    signal?.throwIfAborted();
    const session = new LlamaChatSession({ contextSequence, systemPrompt });
    const options = {
      maxTokens: MOST_TOKENS,
      temperature: 0,
      onToken,
      ...(signal === undefined ? {} : { signal }),
    };
    return { content: await session.prompt(question, options) };
  };
  const invoke = (messages: Parameters<typeof answer>[0], options?: { signal?: AbortSignal }) => {
    const reply = queue.then(() => answer(messages, options?.signal));
    queue = reply.catch(() => {});
    return reply;
  };
  const dispose = (): Promise<void> => llama.dispose();
  return {
    name,
    tokens: () => written,
    idle: () => queue,
    invoke: invoke as unknown as ChatModel["invoke"],
    [Symbol.asyncDispose]: dispose,
  };
}
