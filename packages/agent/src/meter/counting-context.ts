import { type AgentContext, abortable, estimateTokens, type ModelReply, PsiError } from "@psi/core";
import { splitReply } from "@psi/core/model-text";
import type { ModelTokens, UsageMeter } from "./usage-meter.js";

type Model = Parameters<AgentContext["invoke"]>[0];
type Messages = Parameters<AgentContext["invoke"]>[1];

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
    invoke(model, messages) {
      const reply = counted(model, messages, meter, signal);
      // A policy with several calls under way stops waiting when one fails: the others must not end the process.
      reply.catch(() => {});
      return reply;
    },
  };
}

async function counted(
  model: Model,
  messages: Messages,
  meter: UsageMeter,
  signal: AbortSignal,
): Promise<ModelReply> {
  const promptTokens = messages.reduce((sum, [, text]) => sum + estimateTokens(text), 0);
  const limit = meter.spent(promptTokens);
  if (limit !== undefined) throw new OverBudget(limit);
  return abortable(signal, async () => {
    const end = meter.beginModelCall(promptTokens);
    const reply = await invoked(model, messages, signal);
    end(tokensOf(reply, promptTokens));
    return reply;
  });
}

async function invoked(model: Model, messages: Messages, signal: AbortSignal): Promise<ModelReply> {
  try {
    const given = messages.map(([role, text]): [string, string] => [role, text]);
    return ((await model.invoke(given, { signal })) ?? {}) as ModelReply;
  } catch (cause) {
    signal.throwIfAborted();
    throw new PsiError("model-failed", `The model failed: ${reasonOf(cause)}`, { cause });
  }
}

/** Anything can be thrown, also what cannot be made a text. */
function reasonOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  const message = (thrown as { readonly message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : `it threw ${typeof thrown}`;
}

/**
 * LangChain's `usage_metadata`, each number estimated where the model does not tell it, tells nonsense, or
 * tells 0 of a text that has some: servers that had a prompt cached do so.
 */
function tokensOf(reply: ModelReply, estimatedPrompt: number): ModelTokens {
  const { usage_metadata: usage } = reply as {
    usage_metadata?: { input_tokens?: unknown; output_tokens?: unknown } | null;
  };
  const estimatedCompletion = estimatedTokens(reply);
  const prompt = told(usage?.input_tokens, estimatedPrompt);
  const completion = told(usage?.output_tokens, estimatedCompletion);
  return {
    prompt: prompt ?? estimatedPrompt,
    completion: completion ?? estimatedCompletion,
    estimated: prompt === undefined || completion === undefined,
  };
}

/** Thoughts are paid for, too. What is not read of an endless reply is taken to be like the rest. */
function estimatedTokens(reply: ModelReply): number {
  const { text, thought, notes, length } = splitReply(reply);
  const tokens = estimateTokens(text) + estimateTokens(thought);
  if (notes.length === 0) return tokens;
  return Math.ceil((tokens * length) / Math.max(1, text.length + thought.length));
}

function told(count: unknown, estimate: number): number | undefined {
  if (!Number.isSafeInteger(count) || (count as number) < 0) return undefined;
  return count === 0 && estimate > 0 ? undefined : (count as number);
}
