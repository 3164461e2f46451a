import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naturalStemmer, stemmedLanguages } from "./natural-stemmer.js";
import { stemmed } from "./stemmed.js";

describe("stemmed", () => {
  it.each([
    ["de", "Die Häuser", ["die", "haus"]],
    ["es", "las canciones", ["las", "cancion"]],
    ["fr", "les chevaux mangeaient", ["le", "cheval", "mang"]],
    ["it", "le canzoni", ["le", "canzon"]],
    ["nl", "de honden", ["de", "hond"]],
    ["no", "bilene kjører", ["bil", "kjør"]],
    ["pt", "as canções", ["as", "cançõ"]],
    ["ru", "Красивые собаки", ["красив", "собак"]],
    ["sv", "husen är", ["hus", "är"]],
    ["uk", "Гарні собаки", ["гарн", "собак"]],
  ] as const)("stems %s", (language, text, terms) => {
    const tokenizer = stemmed(language);
    expect(tokenizer.name).toBe(`stemmed/1:${language}`);
    expect(tokenizer.tokenize(text)).toEqual(terms);
  });

  it.each(stemmedLanguages)(
    "never throws nor makes an empty or upper-case term: %s",
    (language) => {
      const { tokenize } = stemmed(language);
      const letters = fc.constantFrom(..."aeiouyhrstnl äöüßéèçñãõåøæ аеийстьющ їіє '-_1東");
      fc.assert(
        fc.property(fc.string({ unit: letters, maxLength: 30 }), (text) => {
          for (const term of tokenize(text)) {
            expect(term).not.toBe("");
            expect(term).toBe(term.toLowerCase());
          }
        }),
      );
    },
  );

  it("leaves endless words alone instead of taking minutes", () => {
    const endless = "ий".repeat(25_000);
    expect(stemmed("ru").tokenize(endless)).toEqual([endless]);
  });

  it("refuses English and languages without a stemmer, and says what to take", () => {
    expect(() => stemmed("en" as "de")).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringMatching(/"en".*de, es.*english\(\)/),
      }),
    );
  });

  it("says what to install when natural is absent, and keeps the cause", () => {
    const cause = new Error("Cannot find module 'natural'");
    const load = (): never => {
      throw cause;
    };
    expect(() => naturalStemmer("de", load)).toThrow(
      expect.objectContaining({
        code: "missing-dependency",
        message: expect.stringContaining("npm i natural@8"),
        cause,
      }),
    );
  });

  it("keeps the word where a stemmer leaves nothing, and lower case", () => {
    const load = () => ({ stem: (word: string) => (word === "ab" ? "" : "HaUs") });
    expect(["ab", "häuser"].map(naturalStemmer("de", load))).toEqual(["ab", "haus"]);
  });

  it("loads one file of natural, never its entry", () => {
    const asked: string[] = [];
    naturalStemmer("sv", (path) => {
      asked.push(path);
      return { stem: (word: string) => word };
    });
    expect(asked).toEqual(["natural/lib/natural/stemmers/porter_stemmer_sv.js"]);
  });
});
