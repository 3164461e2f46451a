import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eachRun } from "./runs.js";

function runsIn(text: string): readonly string[] {
  const runs: string[] = [];
  eachRun(text, (start, end) => runs.push(text.slice(start, end)));
  return runs;
}

describe("eachRun", () => {
  it.each([
    ["Pask's yard, O’Brien.", ["Pask's", "yard", "O’Brien"]],
    ["10.0.0.8:8080 v1.2.3, 7%", ["10.0.0.8:8080", "v1.2.3", "7"]],
    ["C++, C# and .NET; a#b", ["C++", "C#", "and", ".NET", "a", "b"]],
    ["wait...what .5 x.5 ...5", ["wait", "what", ".5", "x.5", "5"]],
    ["std::vector a:::b a//b", ["std::vector", "a", "b", "a", "b"]],
    ["cafe\u0301 का्", ["cafe\u0301", "का्"]],
    ["👩‍🚀👍🏽🇩🇪🇫🇷", ["👩‍🚀", "👍🏽", "🇩🇪", "🇫🇷"]],
    ["𐐨𐐩-𐐨", ["𐐨𐐩-𐐨"]],
    ["\uD800a\uDC00 \u0301b", ["a", "b"]],
    ["", []],
  ])("finds the runs of %j", (text, runs) => {
    expect(runsIn(text)).toEqual(runs);
  });

  it("ends no run inside a word of UAX #29, and leaves no word out", () => {
    const words = new Intl.Segmenter("en", { granularity: "word" });
    const signs = fc.string({ unit: fc.constantFrom(..."abZ9é я_.,:'’-/ \n"), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(signs, fc.string({ unit: "grapheme", maxLength: 20 })), (text) => {
        const inside = new Array(text.length).fill(-1);
        let count = 0;
        eachRun(text, (start, end) => inside.fill(count++, start, end));
        for (const { segment, index, isWordLike } of words.segment(text)) {
          // Dictionaries cut scripts without spaces, and other segments are no words here.
          if (!isWordLike || !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Nd}_.,:'’]+$/u.test(segment))
            continue;
          const runs = new Set(inside.slice(index, index + segment.length));
          expect([...runs], `${JSON.stringify(segment)} in ${JSON.stringify(text)}`).toHaveLength(
            1,
          );
          expect(runs.has(-1)).toBe(false);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("visits runs in order, none within another", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        let before = 0;
        eachRun(text, (start, end) => {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        });
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
