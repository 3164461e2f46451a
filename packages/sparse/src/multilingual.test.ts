import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "./english.js";
import { multilingual } from "./multilingual.js";
import { type NotedToken, noted } from "./testing/noted.js";

const { tokenize, analyze } = multilingual();
const analysed = (text: string): readonly NotedToken[] => (analyze?.(text) ?? []).map(noted);

/** Strings of all kinds: any code units, and texts of several scripts mixed. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ..."abAZé_09 \n.-'/ÄßİΣςωдЁй東京がガｶﾞ한국ไทยका्אَأال々ーＡ①ﬁ™²½\u0301\u200D\uFE0F\uD800😀🏽🇩🇪",
    ),
    maxLength: 40,
  }),
);

describe("multilingual", () => {
  it("has a name that says what determines its terms", () => {
    expect(multilingual().name).toBe("multilingual/2:en");
    expect(multilingual({ language: "de" }).name).toBe("multilingual/2:de");
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
    ["single characters in Chinese", "維生素A第3_章", ["維生", "生素", "A", "第", "3", "章"]],
    ["stems of Latin words in Chinese", "两个retrievers的", ["两个", "retriev", "的"]],
    ["full-width and half-width forms", "ＡＢＣ１２ ｶﾞｷﾞ", ["abc12", "ガギ"]],
    ["separate accents", "cafe\u0301s", ["café"]],
    ["ligatures and joiners", "o\u00ADﬃce", ["offic"]],
    ["Russian as words, without dots", "Ёлка и мой дом", ["елка", "и", "мои", "дом"]],
    ["Greek without accents", "Ο λόγος", ["ο", "λογοσ"]],
    ["Hebrew without points", "שָׁלוֹם", ["שלום"]],
    ["Arabic without vowels, hamza, article", "الْقِطَارُ إلى أحمد", ["قطار", "الي", "احمد"]],
    ["Arabic letters written two ways", "مدرسة مدرسه", ["مدرسه", "مدرسه"]],
    ["Hindi with its vowels", "हिन्दी भाषा", ["हिन्दी", "भाषा"]],
    ["letters of two units as one", "𐐨 𐐨𐐩", ["𐐨", "𐐨𐐩"]],
    ["digits of other scripts as they are", "سنة ٢٠٢٣", ["سنه", "٢٠٢٣"]],
    ["no Arabic word made of its lengthening sign", "ــــ", []],
    ["no stop words", "the of and", []],
    ["negations", "no, not", ["no", "not"]],
    ["emoji, not signs", "👍 → ™ © 1️⃣", ["👍", "1"]],
  ])("takes %s", (_, text, terms) => {
    expect(tokenize(text)).toEqual(terms);
  });

  it("finds no terms in text without words", () => {
    for (const text of ["", " \u3000", "。！？", "—…", "\0", "\uDC00\uD800", "___", "+ - #"]) {
      expect(tokenize(text)).toEqual([]);
      expect(analysed(text)).toEqual([]);
    }
  });

  it("gives what english() gives on words of two plain letters and more, negations apart", () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."bcdelnorstuy"), minLength: 2, maxLength: 12 }),
      fc.constantFrom("the", "Running", "Ørsted", "naïve", "2023", "—", "otters;"),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.filter((each) => !/^not?$/.test(each)).join(" ");
        expect(tokenize(text)).toEqual(english().tokenize(text));
      }),
    );
  });

  it("never throws, and its terms are never empty, nor twice in a token", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { term, variants, broader } of analyze?.(text) ?? []) {
          const all = [term, ...variants, ...broader];
          expect(all.every((each) => each.trim() !== "")).toBe(true);
          expect(new Set(all).size).toBe(all.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("analyses two texts with a blank line between as each by itself", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(analysed(`${a}\n\n${b}`)).toEqual([...analysed(a), ...analysed(b)]);
      }),
      { numRuns: 1000 },
    );
  });

  it("gives the terms of the tokens that are not stop words", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = (analyze?.(text) ?? []).filter(({ isStopWord }) => !isStopWord);
        expect(tokenize(text)).toEqual(words.map(({ term }) => term));
      }),
    );
  });

  it("takes a text of 5 MB in any script", () => {
    for (const piece of ["river otters ", "水獭在河里", "выдра ", "ا", "a-", "a_", "_", "9."]) {
      const text = piece.repeat(5_000_000 / piece.length);
      expect(tokenize(text).length).toBeGreaterThan(piece === "_" ? -1 : 0);
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
