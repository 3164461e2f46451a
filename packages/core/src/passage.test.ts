import { Document } from "@langchain/core/documents";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  indexedText,
  type MarkupSpan,
  type Passage,
  placeInSource,
  plainText,
  titleOf,
} from "./passage.js";

const titled = (title: unknown): Passage => ({ pageContent: "Text.", metadata: { title } });
const marked = (pageContent: string, markup: unknown): Passage => ({
  pageContent,
  metadata: { markup },
});

describe("titleOf", () => {
  it("returns the title as it is written", () => {
    expect(titleOf(titled(" Tarn "))).toBe(" Tarn ");
  });

  it("returns a number in decimal digits", () => {
    expect(titleOf(titled(1984))).toBe("1984");
    expect(titleOf(titled(0))).toBe("0");
  });

  it("returns nothing for a title that is blank, or neither a string nor a finite number", () => {
    for (const title of ["", " \n", undefined, null, Number.NaN, true, ["Tarn"]]) {
      expect(titleOf(titled(title))).toBeUndefined();
    }
    expect(titleOf({ pageContent: "x" } as unknown as Passage)).toBeUndefined();
  });
});

describe("plainText", () => {
  it("replaces markup by blanks of the same length and keeps line breaks", () => {
    expect(
      plainText(
        marked("a <b>c</b>\n<!-- x\ny --> d", [
          [2, 5],
          [6, 10],
          [11, 23],
        ]),
      ),
    ).toBe("a    c    \n      \n      d");
  });

  it("fills a replacement up with blanks", () => {
    expect(plainText(marked("caf&eacute;s", [[3, 11, "é"]]))).toBe("café       s");
  });

  it("ignores markup that is not a list of spans, and spans that are invalid, overlap or reach outside", () => {
    const text = "0123456789";
    for (const markup of [
      "html",
      null,
      5,
      {},
      [],
      [5],
      [[1]],
      [["a", 2]],
      [[-1, 2]],
      [[3, 2]],
      [[8, 11]],
      [[1, 2, 3]],
      [[1, 2, "long"]],
      [[1.5, 3]],
    ]) {
      expect(plainText(marked(text, markup))).toBe(text);
    }
    expect(
      plainText(
        marked(text, [
          [1, 4],
          [3, 6],
          [7, 8],
        ]),
      ),
    ).toBe("0   456 89");
  });

  it("is as long as the text, whatever the spans are", () => {
    const span = fc.tuple(fc.integer({ min: -2, max: 12 }), fc.integer({ min: -2, max: 12 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 10 }), fc.array(span), (text, spans) => {
        const plain = plainText(marked(text, spans satisfies readonly MarkupSpan[]));
        expect(plain).toHaveLength(text.length);
        for (let i = 0; i < text.length; i++) expect([text[i], " "]).toContain(plain[i]);
      }),
    );
  });
});

describe("indexedText", () => {
  it("puts the title in front of the text", () => {
    expect(indexedText(titled("Tarn"))).toBe("Tarn\nText.");
    expect(indexedText(titled(" "))).toBe("Text.");
  });

  it("leaves markup out", () => {
    expect(indexedText({ pageContent: "<b>Text.", metadata: { title: 7, markup: [[0, 3]] } })).toBe(
      "7\n   Text.",
    );
  });

  it("reads LangChain's documents", () => {
    const document = new Document({ pageContent: "Text.", metadata: { title: "Tarn" } });
    expect(indexedText(document)).toBe("Tarn\nText.");
  });
});

describe("placeInSource", () => {
  const metadata = { source: "n.md", start: 10, end: 17, line: 4 };
  const passage = { pageContent: "a\r\nb\nc\n", metadata };

  it.each([
    [0, 1, 10, 11, 4, 4],
    [3, 4, 13, 14, 5, 5],
    [0, 7, 10, 17, 4, 6],
    [5, 6, 15, 16, 6, 6],
    [5, 5, 15, 15, 6, 6],
  ])("places the characters %i to %i in the file", (start, end, from, to, first, last) => {
    expect(placeInSource(passage, { start, end })).toEqual({
      source: "n.md",
      sourceSpan: { start: from, end: to },
      sourceLines: { first, last },
    });
  });

  it("does not count what is repeated from an earlier place", () => {
    const part = { pageContent: "head\nrow", metadata: { ...metadata, end: 13, repeated: 5 } };
    expect(placeInSource(part, { start: 5, end: 8 })).toEqual({
      source: "n.md",
      sourceSpan: { start: 10, end: 13 },
      sourceLines: { first: 4, last: 4 },
    });
    expect(placeInSource(part, { start: 0, end: 4 }).sourceSpan).toEqual({ start: 10, end: 10 });
  });

  it("gives no more than the metadata say", () => {
    const placed = (metadata: object): object =>
      placeInSource({ pageContent: "abc", metadata } as Passage, { start: 0, end: 1 });
    expect(placed({})).toEqual({});
    expect(placed({ source: "n.md" })).toEqual({ source: "n.md" });
    expect(placed({ source: 5, start: 0, end: 3 })).toEqual({ sourceSpan: { start: 0, end: 1 } });
    expect(placed({ start: 0, end: 4, line: 1 })).toEqual({});
    expect(placed({ start: -1, end: 2 })).toEqual({});
    expect(placed({ start: 0, end: 3, line: 0 })).toEqual({ sourceSpan: { start: 0, end: 1 } });
  });
});
