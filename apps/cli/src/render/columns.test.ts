import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, fit, pad, wrap } from "./columns.js";

const linesOf = (text: string, width: number): string[] =>
  wrap(text, width).map(({ start, end }) => text.slice(start, end));

// Words, white space, wide characters, emoji of several code points, and letters with marks.
const anyText = fc
  .array(
    fc.constantFrom(
      "a",
      "word",
      " ",
      "  ",
      "漢",
      "字",
      "。",
      "한",
      "👩‍🚀",
      "e\u0301",
      "longer-than-ten",
    ),
  )
  .map((parts) => parts.join(""));

describe("columns", () => {
  it("counts what a terminal shows", () => {
    expect(columns("abc")).toBe(3);
    expect(columns("漢字")).toBe(4);
    expect(columns("👩‍🚀")).toBe(2);
    expect(columns("e\u0301")).toBe(1);
    expect(columns("\u001b[1mbold\u001b[22m")).toBe(4);
  });
});

describe("fit", () => {
  it("leaves what fits and marks what is cut", () => {
    expect(fit("lamp house", 10)).toBe("lamp house");
    expect(fit("lamp houses", 10)).toBe("lamp hous…");
    expect(fit("lamp house", 6)).toBe("lamp…");
    expect(fit("漢字漢字", 5)).toBe("漢字…");
  });

  it("is never wider than asked for", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 30 }), (text, width) => {
        expect(columns(fit(text, width))).toBeLessThanOrEqual(width);
      }),
    );
  });
});

describe("pad", () => {
  it("fills up by columns, not by characters", () => {
    expect(pad("漢", 4)).toBe("漢  ");
    expect(pad("12", 4, "right")).toBe("  12");
    expect(pad("12345", 4)).toBe("12345");
  });
});

describe("wrap", () => {
  it("breaks between words", () => {
    expect(linesOf("the lamp house by the sea", 10)).toEqual(["the lamp", "house by", "the sea"]);
  });

  it("breaks between wide characters, and keeps closing marks off the start of a line", () => {
    expect(linesOf("漢字漢字漢字", 4)).toEqual(["漢字", "漢字", "漢字"]);
    expect(linesOf("漢字漢。字", 6)).toEqual(["漢字", "漢。字"]);
  });

  it("cuts a word that is longer than a line", () => {
    expect(linesOf("abcdefghij kl", 4)).toEqual(["abcd", "efgh", "ij", "kl"]);
  });

  it("gives no line for nothing", () => {
    expect(wrap("", 10)).toEqual([]);
    expect(wrap("   ", 10)).toEqual([]);
  });

  it("keeps every character that is not a space, in order, in lines that fit", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 30 }), (text, width) => {
        const lines = linesOf(text, width);
        expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it("wraps a megabyte without spaces in reasonable time", () => {
    expect(wrap("x".repeat(1_000_000), 80).length).toBe(12_500);
  });
});
