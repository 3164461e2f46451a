import { loadOptional } from "./load-optional.js";
import type { ModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

/** Ollama cuts what does not fit its window, silently, and its own window may be small: so it is told one. */
const contextTokens = 8192;

/** A model served by Ollama, on this machine unless the address says otherwise. */
export async function openOllama(
  { name, baseUrl }: ModelSpec,
  replyTokens?: number,
): Promise<OpenedModel> {
  const { ChatOllama } = await loadOptional(
    "@langchain/ollama",
    () => import("@langchain/ollama"),
    "A model of Ollama",
  );
  const model = new ChatOllama({
    model: name,
    temperature: 0,
    maxRetries: 2,
    numCtx: contextTokens,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(replyTokens !== undefined && { numPredict: replyTokens }),
  });
  return { model, contextTokens, close: async () => {} };
}
