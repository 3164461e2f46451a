import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonErrorPosition } from "./json-error.js";

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("jsonErrorPosition", () => {
  it.each([
    ['{"text": "a" "b"}', 13],
    ['{"text": "a",}', 13],
    ["{'text': 1}", 1],
    ['{"text" 1}', 8],
    ['{"text": tru}', 9],
    ['{"text": 01}', 9],
    ['{"text": "a\tb"}', 11],
    ['{"text": "\\x"}', 10],
    ['{"a": [1, 2}', 11],
    ["{} {}", 3],
    ["[1,]", 3],
    ["}", 0],
    ["", 0],
    ['{"text": "cut', 13],
    ['{"text": "cut"', 14],
  ])("of %s is %d", (text, position) => {
    expect(parses(text)).toBe(false);
    expect(jsonErrorPosition(text)).toBe(position);
  });

  it("is the end of every text that is JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonErrorPosition(`${text} `)).toBe(text.length + 1);
      }),
    );
  });

  it("is at the first character that no JSON text has there", () => {
    const change = fc.constantFrom("}", "]", ",", ":", '"', "x", "1", "{", "\\", "\u0001");
    fc.assert(
      fc.property(fc.json(), fc.nat(), change, (text, place, character) => {
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + character + text.slice(at);
        fc.pre(!parses(changed));
        // Whatever is wrong, what is before the change was the beginning of a JSON text; the token
        // that the change falls into may be named from its beginning.
        const token = /(?:[\w.+-]*|\\\w*)$/.exec(text.slice(0, at))?.[0].length ?? 0;
        expect(jsonErrorPosition(changed)).toBeGreaterThanOrEqual(at - token);
      }),
    );
  });
});
