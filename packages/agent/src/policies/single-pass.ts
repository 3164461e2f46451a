import type { AgentPolicy } from "@psi/core";
import type { AgentModel } from "../protocol/agent-model.js";
import { answerNow } from "./answer-now.js";
import { emptyQuestion } from "./empty-question.js";
import { type ModelPolicyOptions, modelSettings } from "./model-options.js";

/**
 * Looks the question up once and lets the model answer: what most retrieval-augmented programs do, and what
 * others are measured against. One model call, two where its reply cannot be read.
 *
 * @throws PsiError `invalid-option`
 */
export function singlePass(model: AgentModel, options: ModelPolicyOptions = {}): AgentPolicy {
  const settings = modelSettings(model, options);
  return {
    name: "single-pass",
    async decide(state, context) {
      const { question, rounds, retrievalsLeft } = state;
      context.signal?.throwIfAborted();
      if (question.trim() === "") return emptyQuestion();
      if (rounds.length === 0 && retrievalsLeft > 0)
        return { kind: "retrieve", queries: [question] };
      return answerNow({ state, task: "single-pass", model, settings, context });
    },
  };
}
