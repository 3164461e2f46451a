import type { Io } from "../io.js";
import { parseModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

/** Options of the commands that can use a chat model. */
export interface ModelFlags {
  readonly model?: string;
  readonly baseUrl?: string;
}

/**
 * Opens the chat model that --model names.
 * @throws PsiError `invalid-option`, `missing-dependency`, `unreadable-input`, `model-failed`
 */
export async function openModel(
  spec: string,
  baseUrl: string | undefined,
  environment: Io["environment"],
): Promise<OpenedModel> {
  const parsed = parseModelSpec(spec, baseUrl);
  switch (parsed.kind) {
    case "ollama":
      return (await import("./ollama.js")).openOllama(parsed);
    case "openai":
      return (await import("./openai.js")).openOpenai(parsed, environment);
    case "gguf":
      return (await import("./gguf.js")).openGguf(parsed);
  }
}
