import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../english.js";
import { multilingual } from "../multilingual.js";
import { shortPieces } from "./short-pieces.js";

describe("shortPieces", () => {
  it("leaves a text of 65,536 units whole", () => {
    const text = "ab ".repeat(21_845);
    expect(shortPieces(text)).toEqual([text]);
    expect(shortPieces("")).toEqual([""]);
  });

  it("gives back the text, in short pieces that end between words", () => {
    const words = fc.array(fc.constantFrom("river ", "東京。", "дом\n", "𐐨𐐩-", "e\u0301 "), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, (few) => {
        const text = few.join("").repeat(20_000);
        const pieces = shortPieces(text);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(65_536);
          expect(piece).toMatch(/[ 。\n-]$/);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("changes no term of a long text", () => {
    const text = "Psi-RAG在2023年發布 retrievers, в доме. ";
    for (const { tokenize } of [english(), multilingual()]) {
      const once = tokenize(text);
      const often = tokenize(text.repeat(5_000));
      expect(often).toHaveLength(5_000 * once.length);
      expect(new Set(often)).toEqual(new Set(once));
    }
  });

  it("cuts a run that is longer than a piece", () => {
    for (const letter of ["a", "я", "水"]) {
      const pieces = shortPieces(letter.repeat(2_000_000));
      expect(pieces.join("")).toHaveLength(2_000_000);
      expect(english().tokenize(letter.repeat(2_000_000)).length).toBe(pieces.length);
    }
  });
});
