import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { ChatModel } from "@psi/core";

/** A chat model as the agent uses it: LangChain's, or anything with its `invoke`. */
export interface AgentModel extends ChatModel {
  /** LangChain's way to offer tools; a model without it is asked for text. */
  readonly bindTools?: BaseChatModel["bindTools"];
  /** Tokens that its window holds, prompt and reply together, where it tells. */
  readonly contextTokens?: number;
}
