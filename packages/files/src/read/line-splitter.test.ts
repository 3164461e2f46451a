import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, partsOf } from "../testing/any-text.js";
import { type Line, lineSplitter } from "./line-splitter.js";

const split = (parts: readonly string[], longest = 1_000_000): Line[] => {
  const splitter = lineSplitter(longest);
  return [...parts.flatMap((part) => splitter.push(part)), ...splitter.end()];
};

describe("lineSplitter", () => {
  it("cuts after every line break, however the text is parted", () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
        const naive = text.match(/[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g) ?? [];
        expect(split(partsOf(text, cuts)).map((line) => line.text)).toEqual(naive);
      }),
    );
  });

  it("gives a line that is too long in parts, none of them whole", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 8 });
    fc.assert(
      fc.property(anyText, cuts, fc.integer({ min: 1, max: 20 }), (text, places, longest) => {
        const lines = split(partsOf(text, places), longest);
        expect(lines.map((line) => line.text).join("")).toBe(text);
        const whole = lines.filter((line) => line.whole).map((line) => line.text);
        const naive = text.match(/[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g) ?? [];
        expect(whole).toEqual(naive.filter(({ length }) => length <= longest));
      }),
    );
  });

  it("holds no more of a long line than it must", () => {
    const splitter = lineSplitter(10);
    const given = Array.from({ length: 100 }, () => splitter.push("x".repeat(8)));
    expect(
      given
        .flat()
        .map((line) => line.text)
        .join("").length,
    ).toBeGreaterThanOrEqual(790);
  });
});
