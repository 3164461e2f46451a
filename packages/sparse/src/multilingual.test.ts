import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "./english.js";
import { multilingual } from "./multilingual.js";

const { tokenize } = multilingual();

/** Strings of all kinds: any code units, and texts of several scripts mixed. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ..."abAZé_09 \nÄßİΣςωдЁй東京がガｶﾞ한국ไทยका्אَأال々ーＡ①ﬁ\u0301\u200D\uD800😀",
    ),
    maxLength: 40,
  }),
);

describe("multilingual", () => {
  it("says what determines its terms", () => {
    expect(multilingual().name).toBe("multilingual/1:en");
    expect(multilingual({ language: "de" }).name).toBe("multilingual/1:de");
  });

  it.each([
    ["Chinese as pairs", "发布了新书", ["发布", "布了", "了新", "新书"]],
    ["Japanese as pairs", "食べるー", ["食べ", "べる", "るー"]],
    ["Korean as pairs within a phrase", "한국어를 배워", ["한국", "국어", "어를", "배워"]],
    ["Thai as pairs of letters with their marks", "ที่นี่ดี", ["ที่นี่", "นี่ดี"]],
    ["a letter alone as itself", "猫 。犬", ["猫", "犬"]],
    [
      "Latin words and numbers in Chinese whole",
      "用GPT4在2023年",
      ["用", "gpt4", "在", "2023", "年"],
    ],
    ["single characters in Chinese", "維生素A第3_章", ["維生", "生素", "a", "第", "3", "章"]],
    ["stems of Latin words in Chinese", "两个retrievers的", ["两个", "retriev", "的"]],
    ["full-width and half-width forms", "ＡＢＣ１２ ｶﾞｷﾞ", ["abc12", "ガギ"]],
    ["separate accents", "cafe\u0301s", ["café"]],
    ["ligatures and joiners", "o\u00ADﬃce", ["offic"]],
    ["Russian as words, without dots", "Ёлка и мой дом", ["елка", "мои", "дом"]],
    ["Greek without accents", "Ο λόγος", ["λογοσ"]],
    ["Hebrew without points", "שָׁלוֹם", ["שלום"]],
    ["Arabic without vowels, hamza, article", "الْقِطَارُ إلى أحمد", ["قطار", "الي", "احمد"]],
    ["Arabic letters written two ways", "مدرسة مدرسه", ["مدرسه", "مدرسه"]],
    ["Hindi with its vowels", "हिन्दी भाषा", ["हिन्दी", "भाषा"]],
    ["one letter of two units as one", "𐐨 𐐨𐐩", ["𐐨𐐩"]],
    ["digits of other scripts as they are", "سنة ٢٠٢٣", ["سنه", "٢٠٢٣"]],
    ["no Arabic word made of its lengthening sign", "ــــ", []],
  ])("takes %s", (_, text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it("gives nothing for text without words", () => {
    for (const text of [
      "",
      " \u3000",
      "。！？",
      "😀👩‍👩‍👧",
      "\0",
      "\uDC00\uD800",
      "the of and",
      "1️⃣",
    ]) {
      expect(tokenize(text)).toEqual([]);
    }
  });

  it("gives exactly what english() gives on English text", () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."abcdeilnorstuy"), maxLength: 12 }),
      fc.constantFrom(
        "the",
        "Running",
        "U.S.",
        "$3.50",
        "it's",
        "café",
        "Ørsted",
        "naïve",
        "x_1",
        "—",
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(" ");
        expect(tokenize(text)).toEqual(english().tokenize(text));
      }),
    );
  });

  it("never throws, and its terms are never empty and always lower case", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of tokenize(text)) {
          expect(term).not.toBe("");
          expect(term).toBe(term.toLowerCase());
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("gives the terms of two texts for the texts with a blank line between", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(tokenize(`${a}\n\n${b}`)).toEqual([...tokenize(a), ...tokenize(b)]);
      }),
      { numRuns: 1000 },
    );
  });

  it("takes a text of 5 MB in any script", () => {
    for (const piece of ["river otters ", "水獭在河里", "выдра ", "ا"]) {
      const text = piece.repeat(5_000_000 / piece.length);
      expect(tokenize(text).length).toBeGreaterThan(0);
    }
  });

  it("stems the words of the language's script, and English in the others", () => {
    const german = multilingual({ language: "de" }).tokenize;
    expect(german("Häuser 东京")).toEqual(["haus", "东京"]);
    const russian = multilingual({ language: "ru" }).tokenize;
    expect(russian("красивые running λόγος")).toEqual(["красив", "run", "λογοσ"]);
  });

  it("refuses a language without a stemmer", () => {
    const language = "xx" as "de";
    expect(() => multilingual({ language })).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining('"xx"') }),
    );
  });
});
