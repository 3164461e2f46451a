import { describe, expect, it } from "vitest";
import { isPsiError } from "./errors.js";
import { requireOptions } from "./require-options.js";

interface Options {
  readonly limit?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly filter?: object;
}

const known = { limit: true, maxTokens: true, maxCost: true, filter: true } as const;

const messageOf = (given: unknown): string => {
  try {
    requireOptions<Options>("ask", given as Options, known);
  } catch (thrown) {
    if (isPsiError(thrown, "invalid-option")) return thrown.message;
  }
  return "no invalid-option was thrown";
};

describe("requireOptions", () => {
  it("returns options whose names are all known, undefined values included", () => {
    const options = { limit: 3, filter: undefined } as unknown as Options;
    expect(requireOptions<Options>("ask", options, known)).toBe(options);
    expect(requireOptions<Options>("ask", {}, known)).toEqual({});
  });

  it.each([
    ["maxTokns", "maxTokens"],
    ["maxtokens", "maxTokens"],
    ["maxTokenss", "maxTokens"],
    ["mxaCost", "maxCost"],
    ["limti", "limit"],
    ["Filter", "filter"],
  ])("names the nearest option for %s: %s", (unknown, meant) => {
    expect(messageOf({ [unknown]: 5 })).toBe(
      `ask has no option "${unknown}". Did you mean "${meant}"?`,
    );
  });

  it("lists all options when none is near", () => {
    expect(messageOf({ colour: "red" })).toBe(
      'ask has no option "colour". Its options are limit, maxTokens, maxCost, filter.',
    );
    expect(messageOf({ "": 1 })).toContain("Its options are");
    expect(messageOf({ ["x".repeat(1_000_000)]: 1 }).length).toBeLessThan(200);
  });

  it("takes no name from what objects inherit", () => {
    expect(messageOf({ toString: 1 })).toContain('no option "toString"');
    expect(messageOf(JSON.parse('{"__proto__":1}'))).toContain('no option "__proto__"');
  });

  it("refuses what is no object of options", () => {
    for (const given of [
      null,
      undefined,
      5,
      "limit",
      true,
      [],
      [1],
      new Map(),
      new Set(),
      () => 1,
    ]) {
      expect(messageOf(given)).toContain("The options of ask must be an object");
    }
  });
});
