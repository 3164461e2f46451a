import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { corpusStatistics, mostBits, noStatistics } from "./statistics.js";
import { hashOf, pairHash, wordsOf } from "./words.js";

describe("corpusStatistics", () => {
  it("equals a count of the texts that hold a word, in rounded bits", () => {
    const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "zeta");
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 60 }), word, (texts, asked) => {
        const held = texts.filter((each) => each.split(" ").includes(asked)).length;
        const bits = Math.round(Math.log2(texts.length)) - Math.round(Math.log2(Math.max(1, held)));
        const { rarity } = corpusStatistics(texts);
        expect(rarity(hashOf(asked))).toBe(Math.min(mostBits, Math.max(0, bits)));
      }),
    );
  });

  it("counts pairs of neighbours that punctuation does not part", () => {
    const texts = [...Array.from({ length: 15 }, () => "steam engine"), "engine. Steam"];
    const { rarity } = corpusStatistics(texts);
    const [steam, engine] = wordsOf("steam engine");
    expect(rarity(pairHash(steam!.hash, engine!.hash))).toBe(0);
    expect(rarity(pairHash(engine!.hash, steam!.hash))).toBe(4);
  });

  it("tells names from words that only begin sentences", () => {
    const { isName } = corpusStatistics([
      "Harbours are old. We saw Vance in harbours.",
      "I met Vance at harbours.",
    ]);
    const [harbours, vance] = wordsOf("Harbours Vance");
    expect(isName(harbours!)).toBe(false);
    expect(isName(vance!)).toBe(true);
    expect(isName(wordsOf("vance")[0]!)).toBe(false);
  });

  it("is no statistics at all without texts", () => {
    expect(corpusStatistics([])).toBe(noStatistics);
  });

  it("reads any iterable, once", () => {
    let read = 0;
    function* texts(): Generator<string> {
      for (; read < 100; read++) yield `word${read} common`;
    }
    expect(corpusStatistics(texts()).rarity(hashOf("common"))).toBe(0);
    expect(read).toBe(100);
  });
});
