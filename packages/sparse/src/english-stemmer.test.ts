import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { englishStem } from "./english-stemmer.js";

const pairs = readFileSync(new URL("../fixtures/english-stems.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" ") as [word: string, stem: string]);

describe("englishStem", () => {
  it("gives PyStemmer's stem for each of 5,281 words", () => {
    expect(pairs).toHaveLength(5281);
    const wrong = pairs.filter(([word, stem]) => englishStem(word) !== stem);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["", ""],
    ["s", "s"],
    ["is", "is"],
    ["gas", "gas"],
    ["gaps", "gap"],
    ["ties", "tie"],
    ["cries", "cri"],
    ["dying", "die"],
    ["news", "news"],
    ["herrings", "herring"],
    ["hopping", "hop"],
    ["hoping", "hope"],
    ["generously", "generous"],
    ["generally", "general"],
    ["university", "univers"],
    ["yelling", "yell"],
    ["sayings", "say"],
    ["'tis", "tis"],
    ["owner's", "owner"],
    ["owners'", "owner"],
  ])("stems %j to %j", (word, stem) => {
    expect(englishStem(word)).toBe(stem);
  });

  it("leaves words of other scripts as they are", () => {
    for (const word of ["москва", "東京都", "قطار", "über", "2023"]) {
      expect(englishStem(word)).toBe(word);
    }
  });

  it("stems endless words", () => {
    for (const piece of ["y", "ay", "ing", "ational", "'"]) {
      const word = piece.repeat(1_000_000 / piece.length);
      expect(englishStem(word).length).toBeGreaterThan(word.length - 10);
    }
  });

  it("never makes a stem empty or more than a letter longer", () => {
    const pieces = ["a", "e", "y", "b", "l", "st", "ing", "ed", "ies", "ization", "fulness", "ss"];
    const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, (parts) => {
        const word = parts.join("");
        const stem = englishStem(word);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.length).toBeLessThanOrEqual(word.length + 1);
        expect(stem).toBe(stem.toLowerCase());
      }),
    );
  });
});
