import { describe, expect, it } from "vitest";
import { type Bm25Index, bm25 } from "./bm25.js";
import { loadBm25, saveBm25 } from "./bm25-store.js";
import { english } from "./english.js";
import { absent, hasShared, type SharedSet, sharedJson, sharedSet } from "./testing/shared-data.js";

interface Golden {
  readonly queries: readonly {
    readonly question: string;
    readonly ids: readonly number[];
    readonly scores: readonly number[];
  }[];
}

/** The mean share of a question's gold passages among the k best. */
function recall(index: Bm25Index, { questions }: SharedSet, k: number): number {
  let sum = 0;
  for (const { question, gold } of questions) {
    const found = new Set(index.search(question, k).map(({ id }) => id));
    sum += gold.filter((row) => found.has(row)).length / gold.length;
  }
  return sum / questions.length;
}

describe.each([
  ["bm25-golden-hotpot.json", "hotpotqa_train100"],
  ["bm25-golden-musique.json", "musique_train100"],
])("%s", (file, set) => {
  const here = hasShared(`fixtures/${file}`) && hasShared(`datasets/${set}`);

  it.skipIf(!here)(`equals bm25s in hits and scores to four digits ${absent}`, () => {
    const { queries } = sharedJson<Golden>(`fixtures/${file}`);
    const index = bm25(sharedSet(set).texts, { tokenizer: english() });
    expect(queries).toHaveLength(100);
    for (const { question, ids, scores } of queries) {
      const hits = index.search(question, ids.length);
      const ofIds = index.score(question, ids);
      scores.forEach((score, rank) => {
        // Its sums are 32 bits wide, and rounded. Rows of equal score may stand in another order.
        expect(Math.abs((hits[rank]?.score as number) - score)).toBeLessThan(1e-4);
        expect(Math.abs((ofIds[rank] as number) - score)).toBeLessThan(1e-4);
      });
    }
  });
});

describe("multilingual words", () => {
  const has2Wiki = hasShared("datasets/2wiki_hipporag1000");
  it.skipIf(!has2Wiki)(`reach the recall of bm25s on 2Wiki, and survive saving ${absent}`, () => {
    const set = sharedSet("2wiki_hipporag1000");
    const index = bm25(set.texts);
    expect(Math.abs(recall(index, set, 2) - 0.553)).toBeLessThan(0.005);
    expect(Math.abs(recall(index, set, 5) - 0.652)).toBeLessThan(0.005);
    const loaded = loadBm25(saveBm25(index));
    expect(loaded.postings).toEqual(index.postings);
  });

  for (const [name, least] of [
    ["xquad_zh", 0.98],
    ["xquad_ar", 0.95],
    ["xquad_en", 0.98],
    ["cmrc2018_dev", 0.99],
  ] as const) {
    const here = hasShared(`datasets/${name}`);
    it.skipIf(!here)(`find ${name} with R@5 of at least ${least} ${absent}`, () => {
      const set = sharedSet(name);
      expect(recall(bm25(set.texts), set, 5)).toBeGreaterThanOrEqual(least);
    });
  }
});
