import type { AgentAction, AgentContext, AgentState } from "@psi/core";
import { fittedMessages } from "../prompts/fit-request.js";
import type { PromptTask } from "../prompts/prompt-for.js";
import { knowing } from "../prompts/stepwise-prompt.js";
import type { AgentModel } from "../protocol/agent-model.js";
import { askForAction } from "../protocol/ask-for-action.js";
import type { ModelSettings } from "./model-options.js";

interface Answering {
  readonly state: AgentState;
  readonly task: Exclude<PromptTask, "read-and-answer">;
  /** What was found out before, and under which heading it is shown behind the passages. */
  readonly known?: {
    readonly heading: "soFar" | "partsAnswered";
    readonly lines: readonly string[];
  };
  readonly model: AgentModel;
  readonly settings: ModelSettings;
  readonly context: AgentContext;
}

/** The answer to a question from all that was found; nothing more is looked up. In plain text. */
export async function answerNow({
  state: { question, evidence },
  task,
  known,
  model,
  settings: { room, answerLength, languageFor },
  context,
}: Answering): Promise<AgentAction> {
  const language = languageFor(question);
  const fitted = fittedMessages({ question, asked: [], retrievalsLeft: 0 }, evidence, room);
  const action = await askForAction(
    {
      model,
      task,
      answerLength,
      language,
      wasAsked: () => false,
      messages: (prompt) =>
        fitted.messages(
          known === undefined ? prompt : knowing(prompt, language, known.heading, known.lines),
        ),
    },
    "text",
    context,
  );
  return { ...action, notes: [...new Set([...fitted.notes, ...action.notes])] };
}
