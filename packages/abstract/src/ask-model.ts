import { abortable, type ChatModel, PsiError, type Reply } from "@psi/core";
import { type SplitReply, splitReply } from "@psi/core/model-text";

/** A message as LangChain's chat models take it. */
export type Message = readonly [role: "system" | "human", text: string];

/**
 * A chat model's reply, without what it thought; empty when it says nothing. An abort ends the waiting at once,
 * also when the model does not listen to the signal.
 *
 * @throws the signal's reason when aborted; PsiError `model-failed`, with the cause, when the model throws.
 */
export async function askModel(
  model: ChatModel,
  messages: readonly Message[],
  signal: AbortSignal | undefined,
): Promise<SplitReply> {
  try {
    const reply = await abortable(signal, async () =>
      model.invoke(
        messages.map(([role, text]): [string, string] => [role, text]),
        signal === undefined ? undefined : { signal },
      ),
    );
    return splitReply((reply ?? "") as Reply);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const told = cause instanceof Error ? cause.message : String(cause);
    throw new PsiError(
      "model-failed",
      `The chat model failed while it wrote an abstract: ${told}. Start the build again when the model can be reached: it continues, and nothing that was paid for is lost.`,
      { cause },
    );
  }
}
