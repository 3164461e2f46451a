import type { Usage } from "@psi/core";
import { count, counted, duration } from "./numbers.js";

/**
 * What something cost, on one line: "3 model calls, ~2,345 tokens · cost 0.0012 · 2.31 s". A tilde stands
 * where tokens are estimated.
 */
export function usageText(usage: Usage): string {
  const { modelCalls, cost, milliseconds } = usage;
  return [
    modelCalls === 0 ? "no model" : `${counted(modelCalls, "model call")}, ${tokensText(usage)}`,
    ...(cost === undefined ? [] : [`cost ${costText(cost)}`]),
    duration(milliseconds / 1000),
  ].join(" · ");
}

/** "2,345 tokens", with a tilde where they are estimated, and the money they are estimated from. */
export function tokensText({ promptTokens, completionTokens, estimated }: Usage): string {
  const tokens = promptTokens + completionTokens;
  return `${estimated ? "~" : ""}${count(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}

/** Money without a unit: two places, or as many as two figures need. */
function costText(cost: number): string {
  if (cost === 0 || cost >= 0.1) return cost.toFixed(2);
  return cost.toFixed(Math.min(20, 1 - Math.floor(Math.log10(cost))));
}
