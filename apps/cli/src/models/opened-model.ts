import type { ChatModel } from "@psi/core";

/** A chat model that is ready to be asked. */
export interface OpenedModel {
  readonly model: ChatModel;
  /** Tokens that prompt and reply may have together, where that is known. */
  readonly contextTokens?: number;
  /** Gives back what it holds. */
  close(): Promise<void>;
}
