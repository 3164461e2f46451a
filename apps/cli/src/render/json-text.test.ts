import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText } from "./json-text.js";

describe("jsonText", () => {
  it("is the same value to a reader", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("has no control characters, which a terminal would obey", () => {
    const value = "\u001b[2J \u009b2J \u007f \u202e";
    expect(jsonText(value)).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(JSON.parse(jsonText(value))).toBe(value);
  });

  it("is one line unless indented", () => {
    expect(jsonText({ a: [1, "x\ny"] })).toBe('{"a":[1,"x\\ny"]}');
    expect(jsonText({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  });
});
