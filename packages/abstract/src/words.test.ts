import { describe, expect, it } from "vitest";
import { clipWords, countWords, singular, wordsOf } from "./words.js";

describe("wordsOf", () => {
  it("gives words with what equal ones share", () => {
    const words = wordsOf("The films of J. R. Vance's U.S. tour");
    expect(words.map(({ surface }) => surface)).toEqual([
      "The",
      "films",
      "of",
      "J",
      "R",
      "Vance",
      "U.S.",
      "tour",
    ]);
    expect(words.map(({ key }) => key)).toEqual([
      "the",
      "film",
      "of",
      "j",
      "r",
      "vance",
      "u.s.",
      "tour",
    ]);
    expect(words.map(({ capital }) => capital)).toEqual([
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it("keeps phrases together over spaces and initials, and apart over punctuation", () => {
    const apart = (text: string): boolean[] => wordsOf(text).map((word) => word.apart);
    expect(apart("J. Vance came")).toEqual([true, false, false]);
    expect(apart("one, two (three) four")).toEqual([true, true, true, true]);
    expect(apart("Steam_engine & boiler")).toEqual([true, false, false]);
  });

  it("knows where a capital says nothing", () => {
    const opening = wordsOf('Dogs ran. Cats, Mice "Rats"').map((word) => word.opening);
    expect(opening).toEqual([true, false, true, false, true]);
  });

  it("takes runs of Chinese and Japanese out of mixed text", () => {
    const words = wordsOf("用Node.js写的程序，カメラ3台");
    expect(words.map(({ surface }) => surface)).toEqual([
      "用",
      "Node",
      "js",
      "写的程序",
      "カメラ",
      "3",
      "台",
    ]);
    expect(words.map(({ unspaced }) => unspaced)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it("leaves nothing of text without words", () => {
    expect(wordsOf(" … 😀 \ud83d —")).toEqual([]);
  });
});

describe("singular", () => {
  it.each([
    ["films", "film"],
    ["stories", "story"],
    ["classes", "class"],
    ["churches", "church"],
    ["boxes", "box"],
    ["bus", "bus"],
    ["class", "class"],
    ["basis", "basis"],
    ["gas", "gas"],
    ["ties", "ties"],
    ["houses", "house"],
  ])("of %s is %s", (plural, word) => {
    expect(singular(plural)).toBe(word);
  });
});

describe("countWords and clipWords", () => {
  it("count a character of Chinese or Japanese as two thirds of a word", () => {
    expect(countWords("two words")).toBe(2);
    expect(countWords("六个汉字很好")).toBe(4);
    expect(countWords("")).toBe(0);
  });

  it("clip by the same count, and say so", () => {
    expect(clipWords("one two, three four", 2)).toBe("one two,…");
    expect(clipWords("one two", 2)).toBe("one two");
    expect(clipWords("六个汉字很好", 2)).toBe("六个汉…");
    expect(countWords(clipWords("港".repeat(500), 100))).toBeLessThanOrEqual(100);
  });
});
