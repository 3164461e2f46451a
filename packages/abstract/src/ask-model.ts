import { type ChatModel, PsiError, type Reply, replyText } from "@psi/core";

/** A message as LangChain's chat models take it. */
export type Message = readonly [role: "system" | "human", text: string];

/**
 * A chat model's reply as plain text; empty when it says nothing. An abort ends the waiting at once, also
 * when the model does not listen to the signal.
 *
 * @throws the signal's reason when aborted; PsiError `model-failed`, with the cause, when the model throws.
 */
export async function askModel(
  model: ChatModel,
  messages: readonly Message[],
  signal: AbortSignal | undefined,
): Promise<string> {
  signal?.throwIfAborted();
  const call = async (): Promise<unknown> =>
    model.invoke(
      messages.map(([role, text]): [string, string] => [role, text]),
      signal === undefined ? undefined : { signal },
    );
  try {
    const reply = await (signal === undefined ? call() : unlessAborted(call(), signal));
    return replyText((reply ?? "") as Reply);
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

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
