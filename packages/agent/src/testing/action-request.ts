import type { Prompt } from "../prompts/prompt-for.js";
import type { ActionRequest } from "../protocol/ask-for-action.js";
import { askedBefore } from "../protocol/asked-before.js";

/** A request about a bridge, for which the question itself was looked up. */
export function actionRequest(more: Partial<ActionRequest> = {}): Omit<ActionRequest, "model"> {
  return {
    task: "read-and-answer",
    answerLength: "short",
    language: "en",
    wasAsked: askedBefore(["Who built the bridge?"]),
    messages: (prompt: Prompt) =>
      prompt.messages({
        question: "Who built the bridge?",
        passages: "",
        asked: [],
        retrievalsLeft: 1,
      }),
    ...more,
  };
}
