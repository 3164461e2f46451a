import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requireNumber, requireWhole } from "./check.js";
import { isPsiError } from "./errors.js";

const messageOf = (call: () => unknown): string => {
  try {
    call();
  } catch (thrown) {
    if (isPsiError(thrown, "invalid-option")) return thrown.message;
  }
  return "no invalid-option was thrown";
};

describe("requireWhole", () => {
  it("returns a whole number in range", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(), fc.nat(), (value, below, above) => {
        expect(requireWhole("n", value, value - below, value + above)).toBe(value);
      }),
    );
  });

  it("refuses everything else, naming option, range and value", () => {
    expect(messageOf(() => requireWhole("limit", 0, 1))).toBe(
      "limit must be a whole number, from 1; it is 0.",
    );
    expect(messageOf(() => requireWhole("limit", 9, 1, 8))).toBe(
      "limit must be a whole number, 1 to 8; it is 9.",
    );
    for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(messageOf(() => requireWhole("limit", value, 1))).toContain(`it is ${value}.`);
    }
  });

  it("tells a text from a number, and survives what JavaScript may pass", () => {
    const given: readonly unknown[] = ["10", null, undefined, 3n, Symbol("s"), [1]];
    for (const value of given) {
      const message = messageOf(() => requireWhole("limit", value as number, 1));
      expect(message).toContain("limit must be a whole number");
    }
    expect(messageOf(() => requireWhole("limit", "10" as never, 1))).toContain('it is "10".');
  });
});

describe("requireNumber", () => {
  it("returns a finite number in range, ends included", () => {
    expect(requireNumber("k", 0, 0)).toBe(0);
    expect(requireNumber("b", 1, 0, 1)).toBe(1);
    expect(requireNumber("weight", -1e300)).toBe(-1e300);
  });

  it("refuses everything else, with only the limits that there are", () => {
    const text = (least?: number, most?: number): string =>
      messageOf(() => requireNumber("k", Number.NaN, least, most));
    expect(text()).toBe("k must be a finite number; it is NaN.");
    expect(text(0)).toBe("k must be a finite number, from 0; it is NaN.");
    expect(text(0, 1)).toBe("k must be a finite number, 0 to 1; it is NaN.");
    expect(text(undefined, 1)).toBe("k must be a finite number, at most 1; it is NaN.");
    for (const value of [-0.1, 1.1, Number.NEGATIVE_INFINITY, "1", undefined]) {
      expect(messageOf(() => requireNumber("k", value as number, 0, 1))).toContain("0 to 1");
    }
  });
});
