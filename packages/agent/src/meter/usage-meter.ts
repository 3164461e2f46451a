import { PsiError, requireNumber, requireWhole, type Usage } from "@psi/core";

/** What a million tokens cost, in any one unit of money. */
export interface Prices {
  readonly prompt: number;
  readonly completion: number;
}

export interface MeterOptions {
  readonly prices?: Prices;
  /** Prompt and completion tokens together, from 1. */
  readonly maxTokens?: number;
  /** In the unit of the prices, from 0: with 0 no model is called. */
  readonly maxCost?: number;
  /** A meter that counts all of this too, such as that of a session; its limits hold as well. */
  readonly within?: UsageMeter;
}

/** What a model's call took. */
export interface ModelTokens {
  readonly prompt: number;
  readonly completion: number;
  /** Whether any of the two is estimated. */
  readonly estimated: boolean;
}

/** Counts what is spent, and knows when it is enough. */
export interface UsageMeter {
  readonly usage: Usage;
  /**
   * Counts a call as it begins, with its prompt as estimated, so that calls at the same time share the limits.
   * The function that is returned takes what the call took in the end, once. A call that failed, or was not
   * waited for, stays as it was counted: it may have to be paid.
   */
  beginModelCall(promptTokens: number): (tokens: ModelTokens) => void;
  addEmbedderCalls(count: number): void;
  /** The limit that is reached, or would be by a call with so many tokens in its prompt. */
  spent(promptTokens?: number): "tokens" | "cost" | undefined;
}

/**
 * A meter that starts at nothing. A limit stops the next call, and a call whose prompt alone would reach it;
 * the replies to calls that are under way are paid for whatever their length.
 *
 * @throws PsiError `invalid-option` for limits and prices below 0, and for `maxCost` without prices.
 */
export function usageMeter(options: MeterOptions = {}): UsageMeter {
  const { prices, maxTokens, maxCost, within } = options;
  check(options);
  const begun = performance.now();
  let modelCalls = 0;
  let estimatedCalls = 0;
  let promptTokens = 0;
  let completionTokens = 0;
  let embedderCalls = 0;
  const costOf = (prompt: number, completion: number): number =>
    prices === undefined ? 0 : (prompt * prices.prompt + completion * prices.completion) / 1e6;
  return {
    get usage() {
      return {
        modelCalls,
        promptTokens,
        completionTokens,
        estimated: estimatedCalls > 0,
        embedderCalls,
        milliseconds: performance.now() - begun,
        ...(prices && { cost: costOf(promptTokens, completionTokens) }),
      };
    },
    beginModelCall(prompt) {
      modelCalls++;
      estimatedCalls++;
      promptTokens += prompt;
      const endWithin = within?.beginModelCall(prompt);
      let ended = false;
      return (tokens) => {
        if (ended) return;
        ended = true;
        if (!tokens.estimated) estimatedCalls--;
        promptTokens += tokens.prompt - prompt;
        completionTokens += tokens.completion;
        endWithin?.(tokens);
      };
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

/** What was spent between two readings of one meter; estimated where a call of it, or one before, was. */
export function usageSince(before: Usage, after: Usage): Usage {
  const modelCalls = after.modelCalls - before.modelCalls;
  return {
    modelCalls,
    promptTokens: after.promptTokens - before.promptTokens,
    completionTokens: after.completionTokens - before.completionTokens,
    estimated: modelCalls > 0 && after.estimated,
    embedderCalls: after.embedderCalls - before.embedderCalls,
    milliseconds: after.milliseconds - before.milliseconds,
    ...(after.cost !== undefined && { cost: after.cost - (before.cost ?? 0) }),
  };
}
