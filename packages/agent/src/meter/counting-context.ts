import {
  type AgentContext,
  abortable,
  estimateTokens,
  type ModelReply,
  PsiError,
  replyText,
} from "@psi/core";
import type { UsageMeter } from "./usage-meter.js";

/** Thrown inside a run instead of a call that may not be paid any more. */
export class OverBudget extends Error {
  readonly limit: "tokens" | "cost";
  constructor(limit: "tokens" | "cost") {
    super(`The limit of ${limit} is reached.`);
    this.limit = limit;
  }
}

/** Calls models for a policy: counts tokens as the model tells them, stops at the limits and at the signal. */
export function countingContext(meter: UsageMeter, signal: AbortSignal): AgentContext {
  return {
    signal,
    async invoke(model, messages) {
      const promptTokens = messages.reduce((sum, [, text]) => sum + estimateTokens(text), 0);
      const limit = meter.spent(promptTokens);
      if (limit !== undefined) throw new OverBudget(limit);
      const reply = await abortable(signal, () => invoked(model, messages, signal));
      const told = toldTokens(reply);
      meter.addModelCall({
        prompt: told?.prompt ?? promptTokens,
        completion: told?.completion ?? estimateTokens(replyText(reply)),
        estimated: told === undefined,
      });
      return reply;
    },
  };
}

async function invoked(
  model: Parameters<AgentContext["invoke"]>[0],
  messages: Parameters<AgentContext["invoke"]>[1],
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    const given = messages.map(([role, text]): [string, string] => [role, text]);
    return ((await model.invoke(given, { signal })) ?? {}) as ModelReply;
  } catch (cause) {
    signal.throwIfAborted();
    throw new PsiError(
      "model-failed",
      `The model failed: ${(cause as Error | undefined)?.message ?? cause}`,
      { cause },
    );
  }
}

/** LangChain's `usage_metadata`; undefined where the model does not tell, or tells nonsense. */
function toldTokens(reply: ModelReply): { prompt: number; completion: number } | undefined {
  const { usage_metadata: usage } = reply as {
    usage_metadata?: { input_tokens?: unknown; output_tokens?: unknown } | null;
  };
  const prompt = usage?.input_tokens;
  const completion = usage?.output_tokens;
  return isCount(prompt) && isCount(completion) && prompt + completion > 0
    ? { prompt, completion }
    : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
