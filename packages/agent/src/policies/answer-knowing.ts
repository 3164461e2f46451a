import type { AgentAction, AgentContext, AgentState } from "@psi/core";
import { fitRequest } from "../prompts/fit-request.js";
import { knowing } from "../prompts/stepwise-prompt.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { askForAction } from "../protocol/ask-for-action.js";
import type { ModelSettings } from "./model-options.js";

interface Known {
  readonly state: AgentState;
  /** What was found out before, and under which heading it is shown. */
  readonly heading: "soFar" | "partsAnswered";
  readonly known: readonly string[];
  readonly model: AgentModel;
  readonly settings: ModelSettings;
  readonly context: AgentContext;
}

/** The answer to a question from all passages and from what was found out on the way. */
export async function answerKnowing({
  state: { question, evidence },
  heading,
  known,
  model,
  settings: { room, answerLength, languageFor },
  context,
}: Known): Promise<AgentAction> {
  const language = languageFor(question);
  const left: string[] = [];
  const action = await askForAction(
    {
      model,
      task: "last-round",
      answerLength,
      language,
      wasAsked: () => false,
      messages: (prompt) => {
        const request = { question, asked: [], retrievalsLeft: 0 };
        const told = knowing(prompt, language, heading, known);
        const { messages, notes } = fitRequest(told, request, evidence, room);
        left.push(...notes);
        return messages;
      },
    },
    "text",
    context,
  );
  return { ...action, notes: [...new Set([...left, ...action.notes])] };
}
