import { describe, expect, it } from "vitest";
import { isEarlier } from "./tokenizer-version.js";

describe("isEarlier", () => {
  it.each([
    ["multilingual/1:en", "multilingual/2:en", true],
    ["english/9", "english/10", true],
    ["multilingual/2:en", "multilingual/2:en", false],
    ["multilingual/3:en", "multilingual/2:en", false],
    ["multilingual/1:de", "multilingual/2:en", false],
    ["english/1", "multilingual/2:en", false],
    ["mine", "mine", false],
    ["mine", "multilingual/2:en", false],
  ])("of %s and %s is %s", (name, current, expected) => {
    expect(isEarlier(name, current)).toBe(expected);
  });
});
