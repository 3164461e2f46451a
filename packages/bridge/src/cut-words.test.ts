import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALONE, DIGIT, LOWER, UPPER } from "./characters.js";
import { BREAK, cutWords, foldedWords, foldName, GLUED, SPACE, START } from "./cut-words.js";

const gapsOf = (text: string): readonly number[] => cutWords(text).gaps.slice(1);
const wordsOf = (text: string): readonly string[] => {
  const { starts, ends } = cutWords(text);
  return starts.map((start, i) => text.slice(start, ends[i]));
};

describe("cutWords", () => {
  it("cuts at what is no letter, digit or mark, and every letter of scripts without spaces", () => {
    expect(wordsOf("  Łódź: 3½ O'Brien, Ελλάδα; Москва!")).toEqual([
      ..."Łódź 3½ O Brien Ελλάδα Москва".split(" "),
    ]);
    expect(wordsOf("灯塔 abc北東タワー1998年")).toEqual([
      ..."灯塔",
      "abc",
      ..."北東タワー",
      "1998",
      "年",
    ]);
    expect(wordsOf("e\u0301te\u0301 𐐀𐐨")).toEqual(["e\u0301te\u0301", "𐐀𐐨"]);
  });

  it.each([
    ["Orrin Island", SPACE],
    ["Orrin\u00a0Island", SPACE],
    ["Jean-Luc", GLUED],
    ["O’Brien", GLUED],
    ["AC/DC", GLUED],
    ["OS/2", GLUED],
    ["his/her", START],
    ["Ada/Otto", START],
    ["灯塔", GLUED],
    ["J. Orrin", SPACE],
    ["St. Orrin", SPACE],
    ["is. Orrin", START],
    ["Island. Orrin", START],
    ["Orrin, Island", BREAK],
    ["Orrin；Island", START],
    ["Orrin、Island", BREAK],
    ["Orrin (Island", START],
    ["Orrin: Island", START],
    ["Orrin\nIsland", START],
    ["Orrin “Island", START],
  ])("tells the gap in %o", (text, gap) => {
    expect(gapsOf(text)).toEqual([gap]);
  });

  it("takes a word with a capital inside for one with a capital in front", () => {
    expect(cutWords("eBay Orrin harbour macOS 3D 3d 北x").kinds).toEqual([
      UPPER,
      UPPER,
      LOWER,
      UPPER,
      UPPER,
      DIGIT,
      ALONE,
      LOWER,
    ]);
  });

  it("finds words in order, with nothing but gaps between, in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const { starts, ends, kinds, gaps } = cutWords(text);
        expect([ends.length, kinds.length, gaps.length]).toEqual(Array(3).fill(starts.length));
        let before = 0;
        starts.forEach((start, i) => {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(text.slice(before, start)).not.toMatch(/[\p{L}\p{N}]/u);
          before = ends[i] as number;
          expect(before).toBeGreaterThan(start);
        });
        expect(text.slice(before)).not.toMatch(/[\p{L}\p{N}]/u);
      }),
    );
  });
});

describe("foldName", () => {
  it.each([
    ["Lothair II.", "lothair ii"],
    ["St. Maurice's  Abbey", "st maurice s abbey"],
    ["Björk", "bjork"],
    ["BJO\u0308RK", "bjork"],
    ["Ｏｒｒｉｎ", "orrin"],
    ["Łódź", "lodz"],
    ["Ørsted Straße", "orsted strasse"],
    ["İZMİR", "izmir"],
    ["AC/DC", "ac dc"],
    ["Йошкар-Ола", "иошкар ола"],
    ["Ξένια", "ξενια"],
    ["がく", "が く"],
    ["한국", "한 국"],
    ["红楼梦", "红 楼 梦"],
    ["?!", ""],
    ["", ""],
  ])("makes of %o %o", (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it("is its folded words with a space between, also where they are plain", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Ab", "9", "x", " ", "-", "é", "ſ", "K", "奥")),
        (parts) => {
          expect(foldName(parts.join(""))).toBe(foldedWords(parts.join("")).join(" "));
        },
      ),
    );
  });

  it("changes nothing the second time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Å", "ß", "ǅ", "Ω", "が", "İ", " ", "'", "a", "9", "한")),
        (parts) => {
          const folded = foldName(parts.join(""));
          expect(foldName(folded)).toBe(folded);
          expect(foldedWords(folded).join(" ")).toBe(folded);
        },
      ),
    );
  });
});
