import { describe, expect, it } from "vitest";
import { noUsage, usageSum } from "./usage-sum.js";

const one = {
  modelCalls: 1,
  promptTokens: 10,
  completionTokens: 2,
  estimated: true,
  embedderCalls: 3,
  milliseconds: 40,
  cost: 0.5,
};

describe("usageSum", () => {
  it("adds all of it", () => {
    expect(usageSum(one, { ...one, estimated: false })).toEqual({
      modelCalls: 2,
      promptTokens: 20,
      completionTokens: 4,
      estimated: true,
      embedderCalls: 6,
      milliseconds: 80,
      cost: 1,
    });
  });

  it("leaves nothing as it is, and knows no cost where none was told", () => {
    expect(usageSum(noUsage, one)).toEqual(one);
    expect(usageSum(noUsage, noUsage)).not.toHaveProperty("cost");
  });
});
