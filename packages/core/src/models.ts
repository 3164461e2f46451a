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
 * The name under which a component's work is remembered: its own `name`; else its model, after the type that
 * a LangChain model states in a text of its own (`lc_name()`, `_llmType()`), such as
 * "ChatOpenAI:gpt-4.1-mini"; else that type alone. A binding (`withRetry`, `withConfig`) has the name of what
 * it binds. A class's name is not used: a minifier changes it, and two builds of one program would then not
 * know each other's work.
 *
 * @param option the option that names the component, such as "embedderName", for the error.
 * @throws PsiError `invalid-option` when the component states none of these.
 */
export function partName(part: object, option: string): string {
  const { name, model, modelName, bound } = part as Record<string, unknown>;
  if (isName(name)) return name;
  if (typeof bound === "object" && bound !== null) return partName(bound, option);
  const stated = [statedType(part), [model, modelName].find(isName)].filter(isName);
  if (stated.length > 0) return stated.join(":");
  throw new PsiError(
    "invalid-option",
    `The component (${shownClass(part)}) has neither a name nor a model, so its work cannot be told from another's. Pass ${option}: any text that changes when its results would.`,
  );
}

/** The type that a LangChain model states as a text, which survives minification. */
function statedType(part: object): string | undefined {
  const { _llmType: llmType } = part as { readonly _llmType?: unknown };
  if (typeof llmType !== "function") return undefined;
  const { lc_name: lcName } = part.constructor as { readonly lc_name?: unknown };
  // LangChain's default answers with the name of the class it is called on: on a nameless one, with nothing.
  const stated: unknown = typeof lcName === "function" && lcName.call({ name: "" });
  return [stated, llmType.call(part) as unknown].find(isName);
}

function shownClass(part: object): string {
  const kind: unknown = part.constructor?.name;
  return isName(kind) && kind !== "Object" ? `of class ${kind}` : "a plain object";
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
