import { describe, expect, it } from "vitest";
import { noUsage } from "../usage-sum.js";
import { usageText } from "./usage.js";

const usage = {
  ...noUsage,
  modelCalls: 2,
  promptTokens: 1200,
  completionTokens: 34,
  milliseconds: 2310,
};

describe("usageText", () => {
  it("tells calls, tokens and time", () => {
    expect(usageText(usage)).toBe("2 model calls, 1,234 tokens · 2.31 s");
    expect(usageText({ ...noUsage, milliseconds: 75_000 })).toBe("no model · 1 min 15 s");
  });

  it("marks what is estimated", () => {
    expect(usageText({ ...usage, modelCalls: 1, estimated: true })).toBe(
      "1 model call, ~1,234 tokens · 2.31 s",
    );
  });

  it.each([
    [0, "0.00"],
    [12.345, "12.35"],
    [0.0012345, "0.0012"],
    [0.000000951, "0.00000095"],
  ])("shows a cost of %d as %s", (cost, shown) => {
    expect(usageText({ ...usage, cost })).toContain(` · cost ${shown} · `);
  });
});
