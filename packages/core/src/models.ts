import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { PsiError } from "./errors.js";

/** What every call that can wait accepts. An aborted call rejects with the signal's reason. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Turns texts into vectors; queries and passages may be embedded differently. LangChain's contract. */
export type Embedder = EmbeddingsInterface;

/** An embedder that says who it is, so that its vectors can be told from another's. */
export interface NamedEmbedder extends Embedder {
  /** All that determines a vector besides the text, such as "bge-small-en-v1.5/int8". */
  readonly name: string;
  /** Numbers in a vector. */
  readonly dimensions?: number;
}

/** Answers a list of chat messages. The part of LangChain's chat models that we call. */
export type ChatModel = Pick<BaseChatModel, "invoke">;

/**
 * The name under which a part's work is remembered: the part's own `name`, or its class and its model,
 * as LangChain's embedders and chat models have them.
 *
 * @param option what to tell the caller to pass when no name can be found, such as "embedderName".
 * @throws PsiError `invalid-option` when the part is a plain object, or of a class without a name, and
 * names no model.
 */
export function partName(part: object, option: string): string {
  const told = part as { name?: unknown; model?: unknown; modelName?: unknown };
  if (isName(told.name)) return told.name;
  const model = [told.model, told.modelName].find(isName);
  const kind: unknown = part.constructor?.name;
  if (!isName(kind) || kind === "Object") {
    if (model !== undefined) return model;
  } else {
    return model === undefined ? kind : `${kind}:${model}`;
  }
  throw new PsiError(
    "invalid-option",
    `This part has neither a name nor a model, so its work could not be told from another's. Pass ${option}.`,
  );
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
