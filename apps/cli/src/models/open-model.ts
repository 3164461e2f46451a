import { PsiError } from "@psi/core";
import type { Io } from "../io.js";
import { parseModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

/** Options of the commands that can use a chat model. */
export interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  /** The most tokens of one reply. */
  readonly replyTokens?: number;
}

/**
 * Opens the chat model that --model names; undefined without one.
 * @throws PsiError `invalid-option`, `missing-dependency`, `unreadable-input`, `model-failed`
 */
export async function openModel(
  { model, baseUrl, replyTokens }: ModelFlags,
  environment: Io["environment"],
): Promise<OpenedModel | undefined> {
  if (model === undefined) {
    if (baseUrl === undefined) return undefined;
    throw new PsiError("invalid-option", "--base-url is the address of a model. Add --model.");
  }
  const spec = parseModelSpec(model, baseUrl);
  switch (spec.kind) {
    case "ollama":
      return (await import("./ollama.js")).openOllama(spec, replyTokens);
    case "openai":
      return (await import("./openai.js")).openOpenai(spec, environment, replyTokens);
    case "gguf":
      return (await import("./gguf.js")).openGguf(spec, replyTokens);
  }
}
