import { type AgentContext, isPsiError, PsiError } from "@psi/core";
import type { Protocol } from "../prompts/prompt-words.js";
import type { AgentModel } from "./agent-model.js";
import { type ActionRequest, type Asked, askForAction } from "./ask-for-action.js";
import { refusesTools } from "./refuses-tools.js";

const REFUSED = "The provider takes no tools for this model; it is asked in plain text.";

/** Asks a model for actions, in the protocol that was chosen for it. */
export type Asker = (
  request: Omit<ActionRequest, "model">,
  context: AgentContext,
) => Promise<Asked>;

/**
 * "auto" offers tools to a model that can bind them, and goes on in text when its provider refuses: that is
 * remembered of the model, so that it is tried, and noted, once.
 *
 * @throws PsiError `invalid-option` for tools and a model without `bindTools`.
 */
export function asker(model: AgentModel, protocol: Protocol | "auto"): Asker {
  const canBind = typeof model.bindTools === "function";
  if (protocol === "tools" && !canBind) {
    throw new PsiError(
      "invalid-option",
      'protocol is "tools", and this model has no bindTools(). Pass "text" or "auto".',
    );
  }
  let refused = !canBind;
  return async (request, context) => {
    const ask = (chosen: Protocol): Promise<Asked> =>
      askForAction({ ...request, model }, chosen, context);
    if (protocol !== "auto") return ask(protocol);
    if (refused) return ask("text");
    try {
      return await ask("tools");
    } catch (thrown) {
      if (!refusesTools(thrown) && !isPsiError(thrown, "invalid-option")) throw thrown;
      const first = !refused;
      refused = true;
      const action = await ask("text");
      return first ? { ...action, notes: [REFUSED, ...action.notes] } : action;
    }
  };
}
