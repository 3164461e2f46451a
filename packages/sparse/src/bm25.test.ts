import type { Token, Tokenizer } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";
import { english } from "./english.js";
import { naiveBm25, naiveTokenBm25, spaces } from "./testing/naive-bm25.js";

const term = fc.constantFrom("a", "b", "c", "d", "e", "f", "__proto__", "constructor");
const terms = fc.array(term, { maxLength: 12 });
const corpus = fc.array(terms, { maxLength: 12 });

describe("bm25", () => {
  it("gives the scores of the formula, best first, none of zero", () => {
    const k1 = fc.double({ min: 0, max: 3, noNaN: true });
    const b = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        corpus,
        terms,
        k1,
        b,
        fc.integer({ min: 1, max: 15 }),
        (rows, query, k1, b, limit) => {
          const index = bm25(
            rows.map((row) => row.join(" ")),
            { k1, b, tokenizer: spaces },
          );
          const naive = naiveBm25(rows, query, k1, b);
          const scores = index.score(query.join(" "), [...rows.keys()]);
          naive.forEach((score, row) => {
            expect(scores[row]).toBeCloseTo(score, 9);
          });
          const sorted = [...scores.entries()]
            .filter(([, score]) => score > 0)
            .sort((one, other) => other[1] - one[1] || one[0] - other[0])
            .map(([id, score]) => ({ id, score }));
          expect(index.search(query.join(" "), limit)).toEqual(sorted.slice(0, limit));
        },
      ),
    );
  });

  it("indexes in any language by default", () => {
    const index = bm25(["The otters run", "水獭在河里", "A river"], {});
    expect(index.search("running otter", 5).map(({ id }) => id)).toEqual([0]);
    expect(index.search("水獭", 5).map(({ id }) => id)).toEqual([1]);
    expect(index).toMatchObject({ k1: 1.5, b: 0.75, tokenizer: { name: "multilingual/2:en" } });
  });

  it("counts a query's repeated words as often as they come", () => {
    const index = bm25(["otter", "river"]);
    const [once] = index.search("otter", 1);
    const [twice] = index.search("otter otter", 1);
    expect(twice?.score).toBeCloseTo(2 * (once?.score ?? 0), 12);
  });

  it("tells how common terms are", () => {
    const index = bm25(["otters", "otter river", ""], { tokenizer: english() });
    expect(index.documentCount).toBe(3);
    expect(index.vocabularySize).toBe(2);
    expect(index.documentFrequency("otter")).toBe(2);
    expect(index.documentFrequency("otters")).toBe(0);
    expect(index.documentFrequency("constructor")).toBe(0);
  });

  it("scores rows that it does not hold, and those without the words, zero", () => {
    const index = bm25(["otter", "river"]);
    const scores = index.score("otter", [1, 0, 99, 0]);
    expect([...scores]).toEqual([0, expect.any(Number), 0, scores[1]]);
    expect(index.score("otter", [])).toEqual(new Float64Array(0));
  });

  it("gives the same answer again, whatever was asked in between", () => {
    const index = bm25(["otter bank", "river bank", "otter river"]);
    const before = index.search("otter bank", 3);
    index.search("river", 1);
    expect(index.search("otter bank", 3)).toEqual(before);
  });
});

/** Words as "term", "(stop word)", "term{variant}" or "term[broader]", cut at spaces. */
const notedWords: Tokenizer = {
  name: "noted words",
  tokenize: (text) => tokensIn(text).flatMap(({ term, isStopWord }) => (isStopWord ? [] : term)),
  analyze: tokensIn,
};

function tokensIn(text: string): readonly Token[] {
  return text.split(" ").flatMap((word) => {
    const [, open = "", term = "", variant, broader] =
      /^(\(?)(\w+)\)?(?:\{(\w+)\})?(?:\[(\w+)\])?$/.exec(word) ?? [];
    if (term === "") return [];
    const list = (one: string | undefined): readonly string[] => (one === undefined ? [] : [one]);
    return { term, variants: list(variant), broader: list(broader), isStopWord: open === "(" };
  });
}

describe("bm25 with a tokenizer that analyses", () => {
  const word = fc.constantFrom(
    "a",
    "b",
    "c{d}",
    "d",
    "e[f]",
    "f",
    "g{a}[h]",
    "h",
    "(s)",
    "(t)",
    "(a)",
  );
  const words = fc.array(word, { maxLength: 8 }).map((all) => all.join(" "));

  it("gives the scores of the formula over words, variants, broader terms and stop words", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 9 }), words, fc.nat(9), (texts, query, limit) => {
        const index = bm25(texts, { tokenizer: notedWords });
        const naive = naiveTokenBm25(texts.map(tokensIn), tokensIn(query), 1.5, 0.75);
        const scores = index.score(query, [...texts.keys()]);
        naive.forEach((score, row) => {
          expect(scores[row]).toBeCloseTo(score, 9);
        });
        const sorted = [...scores.entries()]
          .filter(([, score]) => score > 0)
          .sort((one, other) => other[1] - one[1] || one[0] - other[0])
          .map(([id, score]) => ({ id, score: expect.closeTo(score, 9) }));
        expect(index.search(query, limit + 1)).toEqual(sorted.slice(0, limit + 1));
      }),
      { numRuns: 1000 },
    );
  });

  it("looks for stop words alone only where a query has nothing else", () => {
    const index = bm25(["(the) otter", "(the) river", "otter"], { tokenizer: notedWords });
    expect(index.search("(the)", 5).map(({ id }) => id)).toEqual([0, 1]);
    expect(index.search("(the) river", 5).map(({ id }) => id)).toEqual([1]);
    expect(index.search("(the) otter", 5).map(({ id }) => id)).toEqual([0, 2]);
  });

  it("finds a word that no text has by a typing error, unless the tokenizer only cuts terms", () => {
    const texts = ["harbour wall", "barn wall"];
    expect(bm25(texts, { tokenizer: notedWords }).search("harbuor", 5)).toHaveLength(1);
    expect(bm25(texts, { tokenizer: spaces }).search("harbuor", 5)).toEqual([]);
    expect(bm25(texts, { tokenizer: notedWords }).search("walls", 5)).toHaveLength(2);
    // Here it is right: no other word is looked for.
    expect(bm25([...texts, "walls"], { tokenizer: notedWords }).search("walls", 5)).toHaveLength(1);
  });
});

describe("bm25 with unusual texts", () => {
  it("finds nothing in no texts, empty texts and blank texts", () => {
    for (const texts of [[], ["", ""], [" \n\t ", "\0"], ["the of"], ["\uD800"]]) {
      const index = bm25(texts);
      expect(index.documentCount).toBe(texts.length);
      expect(index.search("otter", 5)).toEqual([]);
      expect(index.score("otter", [0])).toEqual(new Float64Array(1));
    }
  });

  it("finds nothing for a query without terms", () => {
    const index = bm25(["the otter", ""]);
    for (const query of ["", " ", "of and", "—", "\uDC00", "\0", "unknown"]) {
      expect(index.search(query, 5)).toEqual([]);
    }
  });

  it("finds words beside NUL, lone surrogates, emoji and marks of direction", () => {
    const texts = ["\0otter\0", "\uD800otter\uDC00", "😀otter", "\u202Eotter\u202C", "קטר לוטרה"];
    const index = bm25(texts);
    expect(index.search("otter", 9).map(({ id }) => id)).toEqual([0, 1, 3, 2]);
    expect(index.search("לוטרה", 9).map(({ id }) => id)).toEqual([4]);
  });

  it("takes a text of 5 MB and a query of 100 kB", () => {
    const long = "An otter swims in the river Wye, 1907. ".repeat(130_000);
    const index = bm25([long, "An otter."]);
    expect(index.search("otter", 2).map(({ id }) => id)).toEqual([0, 1]);
    const query = long.slice(0, 100_000);
    expect(index.search(query, 2).map(({ id }) => id)).toEqual([0, 1]);
  });

  it("ranks a text of one word a million times by the formula", () => {
    const index = bm25(["otter ".repeat(1_000_000), "otter river"], { tokenizer: spaces });
    const rows = [Array(1_000_000).fill("otter"), ["otter", "river"]];
    const naive = naiveBm25(rows, ["otter"], 1.5, 0.75);
    expect(index.search("otter", 2)).toEqual([
      { id: 0, score: expect.closeTo(naive[0] as number, 9) },
      { id: 1, score: expect.closeTo(naive[1] as number, 9) },
    ]);
  });
});

describe("bm25 with bad input", () => {
  it.each([
    ["k1", { k1: -0.1 }],
    ["k1", { k1: 101 }],
    ["k1", { k1: Number.NaN }],
    ["b", { b: -0.1 }],
    ["b", { b: 1.1 }],
    ["b", { b: Number.POSITIVE_INFINITY }],
    ["tokenizer", { tokenizer: {} as never }],
    ["tokenizer", { tokenizer: null as never }],
  ])("refuses a wrong %s: %o", (option, options) => {
    expect(() => bm25(["otter"], options)).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining(option) }),
    );
  });

  it("refuses one string for a list of texts", () => {
    expect(() => bm25("otter")).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [7, "number"],
  ])("names the position of a text that is %o", (value, kind) => {
    expect(() => bm25(["otter", value as never])).toThrow(
      expect.objectContaining({
        code: "invalid-passage",
        message: expect.stringMatching(new RegExp(`position 1 .* ${kind}`)),
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, "3" as never])("refuses the limit %o", (limit) => {
    const index = bm25(["otter"]);
    expect(() => index.search("otter", limit)).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: expect.stringContaining("limit"),
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN])("refuses the row %o", (row) => {
    expect(() => bm25(["otter"]).score("otter", [row])).toThrow(
      expect.objectContaining({ code: "invalid-option", message: expect.stringContaining("row") }),
    );
  });
});
