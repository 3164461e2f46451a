import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "./estimate-tokens.js";

const text = fc.string({ unit: "binary", maxLength: 200 });
const words = fc
  .array(fc.constantFrom("river", "internationalisation", " ", ".", "桥", "12345", "мост", "\n"))
  .map((parts) => parts.join(""));

describe("estimateTokens", () => {
  it.each([
    ["", 0],
    [" \r\n\t\u3000", 0],
    ["The river is old.", 5],
    ["internationalisation", 4],
    ["one-two", 3],
    ["in 1854", 3],
    ["石桥很旧。", 5],
    ["灯塔lighthouse", 4],
    ["мост", 2],
    ["مرحبا", 2],
    ["👍", 1],
    ["\ud83d", 1],
  ])("counts %j as %d", (given, count) => {
    expect(estimateTokens(given)).toBe(count);
  });

  it("never counts a text higher than its parts together, nor lower than either", () => {
    fc.assert(
      fc.property(fc.oneof(text, words), fc.oneof(text, words), (a, b) => {
        const whole = estimateTokens(a + b);
        const [left, right] = [estimateTokens(a), estimateTokens(b)];
        expect(whole).toBeLessThanOrEqual(left + right);
        // One less where a surrogate pair was cut: half a symbol counts as one.
        expect(whole).toBeGreaterThanOrEqual(Math.max(left, right) - 1);
      }),
    );
  });

  it("adds up over white space", () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(estimateTokens(`${a} ${b}`)).toBe(estimateTokens(a) + estimateTokens(b));
      }),
    );
  });

  it("takes time in proportion to the length", () => {
    expect(estimateTokens("x".repeat(6_000_000))).toBe(1_000_000);
    expect(estimateTokens("桥 ".repeat(1_000_000))).toBe(1_000_000);
  });
});
