import type { AgentPolicy } from "@psi/core";
import { fittedMessages } from "../prompts/fit-request.js";
import type { Protocol } from "../prompts/prompt-words.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { askedBefore } from "../protocol/asked-before.js";
import { asker } from "../protocol/asker.js";
import { emptyQuestion } from "./empty-question.js";
import { type ModelPolicyOptions, modelSettings, requireOneOf } from "./model-options.js";

export interface ReadAndAnswerOptions extends ModelPolicyOptions {
  /**
   * Whether the model calls tools or writes its decision as text. "auto", when left out: tools where the
   * model has `bindTools` and its provider takes them.
   */
  readonly protocol?: Protocol | "auto";
}

/**
 * The paper's agent (section 1.8 of its method): looks the question up; then the model reads what was found,
 * thinks, and either answers or asks for more with a query that names what is known. One or two model calls a
 * decision, four at most.
 *
 * @throws PsiError `invalid-option`
 */
export function readAndAnswer(model: AgentModel, options: ReadAndAnswerOptions = {}): AgentPolicy {
  const { protocol = "auto" } = options;
  const { room, answerLength, languageFor } = modelSettings(model, options);
  requireOneOf("protocol", protocol, ["auto", "tools", "text"]);
  const ask = asker(model, protocol);
  return {
    name: "read-and-answer",
    async decide({ question, rounds, evidence, retrievalsLeft }, context) {
      context.signal?.throwIfAborted();
      if (question.trim() === "") return emptyQuestion();
      if (rounds.length === 0 && retrievalsLeft > 0)
        return { kind: "retrieve", queries: [question] };
      const asked = rounds.flatMap(({ queries }) => queries);
      const fitted = fittedMessages({ question, asked, retrievalsLeft }, evidence, room);
      const action = await ask(
        {
          task: retrievalsLeft > 0 ? "read-and-answer" : "last-round",
          answerLength,
          language: languageFor(question),
          wasAsked: askedBefore(asked),
          messages: fitted.messages,
        },
        context,
      );
      return { ...action, notes: [...new Set([...fitted.notes, ...action.notes])] };
    },
  };
}
