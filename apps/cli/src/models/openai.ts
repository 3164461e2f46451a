import { PsiError } from "@psi/core";
import type { Io } from "../io.js";
import { loadOptional } from "./load-optional.js";
import type { ModelSpec } from "./model-spec.js";
import type { OpenedModel } from "./opened-model.js";

/** A model of OpenAI, or of any server that speaks its protocol. The key is in OPENAI_API_KEY. */
export async function openOpenai(
  { name, baseUrl }: ModelSpec,
  environment: Io["environment"],
  replyTokens?: number,
): Promise<OpenedModel> {
  const apiKey = environment.OPENAI_API_KEY;
  if (!apiKey && baseUrl === undefined) {
    throw new PsiError(
      "invalid-option",
      "A model of OpenAI needs a key. Set the environment variable OPENAI_API_KEY, or name another server with --base-url.",
    );
  }
  const { ChatOpenAI } = await loadOptional(
    "@langchain/openai",
    () => import("@langchain/openai"),
    "A model of OpenAI",
  );
  const model = new ChatOpenAI({
    model: name,
    // Local servers ask for no key, but the client insists on one.
    apiKey: apiKey || "none",
    maxRetries: 2,
    ...(replyTokens !== undefined && { maxTokens: replyTokens }),
    ...(baseUrl !== undefined && { configuration: { baseURL: baseUrl } }),
  });
  return { model, close: async () => {} };
}
