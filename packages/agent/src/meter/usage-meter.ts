import { PsiError, requireNumber, requireWhole, type Usage } from "@psi/core";

/** What a million tokens cost, in any one unit of money. */
export interface Prices {
  readonly prompt: number;
  readonly completion: number;
}

export interface MeterOptions {
  readonly prices?: Prices;
  /** Prompt and completion tokens together. */
  readonly maxTokens?: number;
  /** In the unit of the prices. */
  readonly maxCost?: number;
  /** A meter that counts all of this too, such as that of a session; its limits hold as well. */
  readonly within?: UsageMeter;
}

/** Counts what is spent, and knows when it is enough. */
export interface UsageMeter {
  readonly usage: Usage;
  addModelCall(tokens: {
    readonly prompt: number;
    readonly completion: number;
    readonly estimated: boolean;
  }): void;
  addEmbedderCalls(count: number): void;
  /** The limit that is reached, or would be by a call with so many tokens in its prompt. */
  spent(promptTokens?: number): "tokens" | "cost" | undefined;
}

/**
 * A meter that starts at nothing. A limit stops the next call, and a call whose prompt alone would break it;
 * the reply to a call that is under way is paid for whatever its length.
 *
 * @throws PsiError `invalid-option` for limits and prices below 0, and for `maxCost` without prices.
 */
export function usageMeter(options: MeterOptions = {}): UsageMeter {
  const { prices, maxTokens, maxCost, within } = options;
  check(options);
  const begun = performance.now();
  let modelCalls = 0;
  let promptTokens = 0;
  let completionTokens = 0;
  let estimated = false;
  let embedderCalls = 0;
  const costOf = (prompt: number, completion: number): number =>
    prices === undefined ? 0 : (prompt * prices.prompt + completion * prices.completion) / 1e6;
  return {
    get usage() {
      return {
        modelCalls,
        promptTokens,
        completionTokens,
        estimated,
        embedderCalls,
        milliseconds: performance.now() - begun,
        ...(prices && { cost: costOf(promptTokens, completionTokens) }),
      };
    },
    addModelCall(tokens) {
      modelCalls++;
      promptTokens += tokens.prompt;
      completionTokens += tokens.completion;
      estimated ||= tokens.estimated;
      within?.addModelCall(tokens);
    },
    addEmbedderCalls(count) {
      embedderCalls += count;
      within?.addEmbedderCalls(count);
    },
    spent(next = 0) {
      if (maxTokens !== undefined && promptTokens + completionTokens + next >= maxTokens)
        return "tokens";
      if (maxCost !== undefined && costOf(promptTokens + next, completionTokens) >= maxCost)
        return "cost";
      return within?.spent(next);
    },
  };
}

function check({ prices, maxTokens, maxCost }: MeterOptions): void {
  if (prices !== undefined) {
    requireNumber("prices.prompt", prices.prompt, 0);
    requireNumber("prices.completion", prices.completion, 0);
  }
  if (maxTokens !== undefined) requireWhole("maxTokens", maxTokens, 1);
  if (maxCost === undefined) return;
  requireNumber("maxCost", maxCost, 0);
  if (prices === undefined) {
    throw new PsiError("invalid-option", "maxCost needs prices. Give what a million tokens cost.");
  }
}

/** What was spent between two readings of one meter. */
export function usageSince(before: Usage, after: Usage): Usage {
  return {
    modelCalls: after.modelCalls - before.modelCalls,
    promptTokens: after.promptTokens - before.promptTokens,
    completionTokens: after.completionTokens - before.completionTokens,
    estimated: after.estimated,
    embedderCalls: after.embedderCalls - before.embedderCalls,
    milliseconds: after.milliseconds - before.milliseconds,
    ...(after.cost !== undefined && { cost: after.cost - (before.cost ?? 0) }),
  };
}
