import { plainText } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FoundMarkup, markupSpans, markupWithin } from "./markup.js";

const plain = (text: string, found: readonly FoundMarkup[]): string =>
  plainText({ pageContent: text, metadata: { markup: markupSpans(found, text) } });

describe("markupSpans", () => {
  it("sorts spans, joins those that touch, and leaves out what is inside another", () => {
    const found = [
      { start: 4, end: 6 },
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 5, end: 8 },
      { start: 1, end: 2 },
    ];
    expect(markupSpans(found, "0123456789")).toEqual([
      [0, 3],
      [4, 8],
    ]);
  });

  it("keeps a word whole over marks inside it, and parts it at other markup", () => {
    const star = (start: number): FoundMarkup => ({ start, end: start + 1, joins: true });
    expect(plain("un*believ*able", [star(2), star(9)])).toBe("un\u00adbeliev\u00adable");
    expect(plain("two *words*", [star(4), star(10)])).toBe("two  words ");
    expect(plain("a<br>b", [{ start: 1, end: 5 }])).toBe("a    b");
    expect(plain("灯*塔*很", [star(1), star(3)])).toBe("灯 塔 很");
    expect(plain("a*<br>*b", [star(1), { start: 2, end: 6 }, star(6)])).toBe("a      b");
  });

  it("puts in replacements, unless other markup covers a part of them", () => {
    const entity = { start: 1, end: 6, replacement: "&" };
    expect(plain("a&amp;b", [entity])).toBe("a&    b");
    expect(plain("a&amp;b", [entity, { start: 0, end: 3 }])).toBe("      b");
  });

  it("gives spans in order that do not overlap, which cover all that was found", () => {
    const span = fc.record({
      start: fc.integer({ min: 0, max: 30 }),
      end: fc.integer({ min: 0, max: 30 }),
      joins: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(span), (given) => {
        const found = given.filter(({ start, end }) => start < end);
        const spans = markupSpans(found, " ".repeat(30));
        spans.forEach(([start], i) => {
          expect(start).toBeGreaterThan(spans[i - 1]?.[1] ?? -1);
        });
        for (let at = 0; at < 30; at++) {
          const isIn = ({ start, end }: FoundMarkup): boolean => start <= at && at < end;
          const covered = spans.some(([start, end]) => start <= at && at < end);
          expect(covered).toBe(found.some(isIn));
        }
      }),
    );
  });
});

describe("markupWithin", () => {
  it("cuts spans at the ends of a stretch, and counts from its beginning", () => {
    const markup = [
      [0, 2],
      [3, 9, "é"],
      [12, 14],
      [20, 21],
    ] as const;
    expect(markupWithin(markup, 1, 13)).toEqual([
      [0, 1],
      [2, 8, "é"],
      [11, 12],
    ]);
    expect(markupWithin(markup, 4, 10)).toEqual([[0, 5]]);
    expect(markupWithin(markup, 14, 20)).toEqual([]);
  });
});
