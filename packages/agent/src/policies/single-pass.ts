import type { AgentPolicy } from "@psi/core";
import { fittedMessages } from "../prompts/fit-request.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { askForAction } from "../protocol/ask-for-action.js";
import { emptyQuestion } from "./empty-question.js";
import { type ModelPolicyOptions, modelSettings } from "./model-options.js";

/**
 * Looks the question up once and lets the model answer: what most retrieval-augmented programs do, and what
 * others are measured against. One model call, two where its reply cannot be read.
 *
 * @throws PsiError `invalid-option`
 */
export function singlePass(model: AgentModel, options: ModelPolicyOptions = {}): AgentPolicy {
  const { room, answerLength, languageFor } = modelSettings(model, options);
  return {
    name: "single-pass",
    async decide({ question, rounds, evidence, retrievalsLeft }, context) {
      context.signal?.throwIfAborted();
      if (question.trim() === "") return emptyQuestion();
      if (rounds.length === 0 && retrievalsLeft > 0)
        return { kind: "retrieve", queries: [question] };
      const request = { question, asked: [], retrievalsLeft: 0 };
      const fitted = fittedMessages(request, evidence, room);
      const action = await askForAction(
        {
          model,
          task: "single-pass",
          answerLength,
          language: languageFor(question),
          wasAsked: () => false,
          messages: fitted.messages,
        },
        "text",
        context,
      );
      return { ...action, notes: [...new Set([...fitted.notes, ...action.notes])] };
    },
  };
}
