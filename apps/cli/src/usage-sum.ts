import type { Usage } from "@psi/core";

/** What two pieces of work cost together. */
export function usageSum(a: Usage, b: Usage): Usage {
  const cost =
    a.cost === undefined && b.cost === undefined ? {} : { cost: (a.cost ?? 0) + (b.cost ?? 0) };
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    estimated: a.estimated || b.estimated,
    embedderCalls: a.embedderCalls + b.embedderCalls,
    milliseconds: a.milliseconds + b.milliseconds,
    ...cost,
  };
}

/** What nothing costs. */
export const noUsage: Usage = {
  modelCalls: 0,
  promptTokens: 0,
  completionTokens: 0,
  estimated: false,
  embedderCalls: 0,
  milliseconds: 0,
};
