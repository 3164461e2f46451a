import { PsiError } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allGoldAt } from "./all-gold-at.js";
import { ndcgAt } from "./ndcg-at.js";
import { recallAt } from "./recall-at.js";
import { reciprocalRankOf } from "./reciprocal-rank-of.js";

describe("worked by hand", () => {
  const ranked = ["a", "b", "c", "d", "e"];

  it("recall is the share of the gold that is in front", () => {
    expect(recallAt(ranked, ["b", "e"], 1)).toBe(0);
    expect(recallAt(ranked, ["b", "e"], 2)).toBe(0.5);
    expect(recallAt(ranked, ["b", "e"], 5)).toBe(1);
    expect(recallAt(ranked, ["b", "x", "y"], 5)).toBe(1 / 3);
  });

  it("all gold is all or nothing, and nothing where k is less than the gold", () => {
    expect(allGoldAt(ranked, ["b", "e"], 4)).toBe(0);
    expect(allGoldAt(ranked, ["b", "e"], 5)).toBe(1);
    expect(allGoldAt(ranked, ["a", "b", "c"], 2)).toBe(0);
    expect(allGoldAt(ranked, ["a", "x"], 9)).toBe(0);
  });

  it("nDCG discounts by log2 of the rank plus one", () => {
    // Gold at ranks 1 and 3: (1 + 1/2) over the ideal (1 + 1/log2(3)).
    expect(ndcgAt(ranked, ["a", "c"], 5)).toBeCloseTo(1.5 / 1.6309297535714573, 12);
    // Rank 3 is beyond the cutoff; the ideal still has room for both.
    expect(ndcgAt(ranked, ["a", "c"], 2)).toBeCloseTo(1 / 1.6309297535714573, 12);
    // One place only: the ideal has one gold as well.
    expect(ndcgAt(ranked, ["a", "c", "d"], 1)).toBe(1);
    expect(ndcgAt(ranked, ["c"], 3)).toBe(0.5);
    expect(ndcgAt(ranked, ["x"], 3)).toBe(0);
  });

  it("reciprocal rank looks at the first gold only", () => {
    expect(reciprocalRankOf(ranked, ["c", "e"])).toBe(1 / 3);
    expect(reciprocalRankOf(ranked, ["a"])).toBe(1);
    expect(reciprocalRankOf(ranked, ["x"])).toBe(0);
  });

  it("an id that is repeated counts once and spends its second place", () => {
    const repeated = ["a", "a", "b", "a", "c"];
    expect(recallAt(repeated, ["a", "b"], 2)).toBe(0.5);
    expect(allGoldAt(repeated, ["a", "b"], 2)).toBe(0);
    expect(allGoldAt(repeated, ["a", "b"], 3)).toBe(1);
    expect(ndcgAt(repeated, ["a"], 5)).toBe(1);
    expect(ndcgAt(repeated, ["b"], 5)).toBe(0.5);
    expect(reciprocalRankOf(repeated, ["c"])).toBe(0.2);
  });

  it("gold that is repeated counts once", () => {
    expect(recallAt(["a"], ["a", "a", "b"], 1)).toBe(0.5);
    expect(ndcgAt(["a"], ["a", "a"], 2)).toBe(1);
  });

  it("an empty list finds nothing", () => {
    expect(recallAt([], ["a"], 5)).toBe(0);
    expect(ndcgAt([], ["a"], 5)).toBe(0);
    expect(reciprocalRankOf([], ["a"])).toBe(0);
  });
});

describe("bad input", () => {
  const atK = { recallAt, allGoldAt, ndcgAt };
  const invalid = expect.objectContaining({ name: "PsiError", code: "invalid-option" });

  it.each(Object.entries(atK))("%s refuses a cutoff that is not a whole number from 1", (_, at) => {
    for (const k of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => at(["a"], ["a"], k)).toThrow(invalid);
    }
  });

  it.each(Object.entries({ ...atK, reciprocalRankOf }))(
    "%s refuses to go without gold",
    (_, at) => {
      expect(() => at(["a"], [], 1)).toThrow(invalid);
      expect(() => at(["a"], [], 1)).toThrow(PsiError);
    },
  );
});

describe("for any lists", () => {
  const id = fc.integer({ min: 0, max: 12 }).map(String);
  const lists = fc.record({
    ranked: fc.array(id, { maxLength: 15 }),
    gold: fc.uniqueArray(id, { minLength: 1, maxLength: 5 }),
    k: fc.integer({ min: 1, max: 15 }),
  });

  it("recall and all gold equal a count over sets", () => {
    fc.assert(
      fc.property(lists, ({ ranked, gold, k }) => {
        const front = new Set(ranked.slice(0, k));
        const found = gold.filter((each) => front.has(each)).length;
        expect(recallAt(ranked, gold, k)).toBe(found / gold.length);
        expect(allGoldAt(ranked, gold, k)).toBe(found === gold.length ? 1 : 0);
      }),
    );
  });

  it("nDCG equals gains summed place by place, over the best order of them", () => {
    fc.assert(
      fc.property(lists, ({ ranked, gold, k }) => {
        const gainAt = (place: number): number =>
          gold.includes(ranked[place] ?? "") && ranked.indexOf(ranked[place] ?? "") === place
            ? 1
            : 0;
        let sum = 0;
        let best = 0;
        for (let place = 0; place < k; place++) {
          sum += gainAt(place) / Math.log2(place + 2);
          best += (place < gold.length ? 1 : 0) / Math.log2(place + 2);
        }
        expect(ndcgAt(ranked, gold, k)).toBeCloseTo(sum / best, 12);
      }),
    );
  });

  it("reciprocal rank is one over the first place that holds gold", () => {
    fc.assert(
      fc.property(lists, ({ ranked, gold }) => {
        const place = ranked.findIndex((each) => gold.includes(each));
        expect(reciprocalRankOf(ranked, gold)).toBe(place < 0 ? 0 : 1 / (place + 1));
      }),
    );
  });

  it("all stay between 0 and 1, and recall and all gold never fall as k grows", () => {
    fc.assert(
      fc.property(lists, ({ ranked, gold, k }) => {
        const rank = reciprocalRankOf(ranked, gold);
        for (const value of [
          rank,
          ...[recallAt, ndcgAt, allGoldAt].map((at) => at(ranked, gold, k)),
        ]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(recallAt(ranked, gold, k + 1)).toBeGreaterThanOrEqual(recallAt(ranked, gold, k));
        expect(allGoldAt(ranked, gold, k + 1)).toBeGreaterThanOrEqual(allGoldAt(ranked, gold, k));
      }),
    );
  });

  it("a list that begins with all the gold is perfect", () => {
    fc.assert(
      fc.property(lists, ({ ranked, gold, k }) => {
        const perfect = [...gold, ...ranked];
        expect(recallAt(perfect, gold, gold.length)).toBe(1);
        expect(allGoldAt(perfect, gold, gold.length)).toBe(1);
        expect(ndcgAt(perfect, gold, k)).toBe(1);
        expect(reciprocalRankOf(perfect, gold)).toBe(1);
      }),
    );
  });
});
