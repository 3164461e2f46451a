import { multilingual } from "@psi/sparse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { highlight, matcher } from "./matches.js";

const mark = (text: string): string => `<${text}>`;
const marked = (query: string, text: string): string =>
  highlight(text, matcher(query, multilingual())(text), mark);

describe("matcher", () => {
  it("marks words that the search takes for the same", () => {
    expect(marked("lighthouse keepers", "The keeper kept two Lighthouses.")).toBe(
      "The <keeper> kept two <Lighthouses>.",
    );
  });

  it("does not mark inside words, nor words that the search ignores", () => {
    expect(marked("the cat", "The concatenation of a cat")).toBe("The concatenation of a <cat>");
  });

  it("marks Chinese where two neighbours match, as one stretch", () => {
    expect(marked("灯塔看守人", "那座灯塔的看守人走了")).toBe("那座<灯塔>的<看守人>走了");
  });

  it("marks nothing for a query without words", () => {
    expect(marked("?!", "The cat")).toBe("The cat");
  });
});

describe("highlight", () => {
  it("changes nothing but the marks, whatever part of the text is shown", () => {
    const spans = fc
      .uniqueArray(fc.nat(60), { maxLength: 8 })
      .map((ends) => ends.sort((a, b) => a - b))
      .map((ends) =>
        ends.flatMap((end, at) => (at % 2 ? [{ start: ends[at - 1] as number, end }] : [])),
      );
    fc.assert(
      fc.property(
        fc.string({ maxLength: 50 }),
        spans,
        fc.nat(25),
        fc.nat(25),
        (text, found, start, length) => {
          const line = {
            start: Math.min(start, text.length),
            end: Math.min(start + length, text.length),
          };
          const shown = highlight(text, found, (part) => `\u0001${part}\u0002`, line);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the marks of this test
          expect(shown.replace(/[\u0001\u0002]/g, "")).toBe(text.slice(line.start, line.end));
        },
      ),
    );
  });

  it("marks the part of a match that is on the line", () => {
    const line = { start: 4, end: 8 };
    expect(
      highlight(
        "0123456789",
        [
          { start: 2, end: 5 },
          { start: 7, end: 9 },
        ],
        mark,
        line,
      ),
    ).toBe("<4>56<7>");
  });
});
