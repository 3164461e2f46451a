import { describe, expect, it } from "vitest";
import { english } from "./english.js";

const { name, tokenize } = english();

describe("english", () => {
  it("says what determines its terms", () => {
    expect(name).toBe("english/1");
  });

  it("gives stems of words of two characters and more, without stop words", () => {
    expect(tokenize("The Keeper's 2 logs were not returned, in 1907!")).toEqual([
      "keeper",
      "log",
      "were",
      "return",
      "1907",
    ]);
  });

  it("keeps repeats and order", () => {
    expect(tokenize("river otter river")).toEqual(["river", "otter", "river"]);
  });

  it("leaves out a stop word, not a word whose stem is one", () => {
    expect(tokenize("it its")).toEqual(["it"]);
  });

  it("takes letters with accents, digits and low lines as parts of words", () => {
    expect(tokenize("Café №7 co-op snake_case x² Đà")).toEqual([
      "café",
      "co",
      "op",
      "snake_cas",
      "x²",
      "đà",
    ]);
  });

  it("gives nothing for text without words", () => {
    for (const text of ["", " \n\t", "a b c", "…!?—", "😀🎉", "\0\0", "\uD800", "the of and"]) {
      expect(tokenize(text)).toEqual([]);
    }
  });

  it("remembers many words without mixing them up", () => {
    const numbered = Array.from({ length: 60_000 }, (_, i) => `wa${i}`);
    expect(tokenize(numbered.join(" "))).toEqual(numbered);
    expect(tokenize("wa0s wa59999s")).toEqual(["wa0", "wa59999"]);
  });
});
