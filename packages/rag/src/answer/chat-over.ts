import { type Conversation, conversation } from "@psi/agent";
import type { AskOptions, ChatOptions } from "../options.js";
import type { PsiIndex } from "../psi-index.js";

/** A conversation over an index: limits and prices are those of all its questions together. */
export function chatOver(
  steps: PsiIndex["steps"],
  historyTokens: ChatOptions["historyTokens"],
  { maxTokens, maxCost, prices, ...each }: Omit<AskOptions, "session">,
): Conversation {
  return conversation({
    answer: (question, call) => steps(question, { ...each, ...call, ...(prices && { prices }) }),
    ...(each.model && { model: each.model }),
    ...(historyTokens !== undefined && { historyTokens }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(maxCost !== undefined && { maxCost }),
    ...(prices && { prices }),
    ...(each.timeout !== undefined && { timeout: each.timeout }),
  });
}
