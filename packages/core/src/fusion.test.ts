import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLists, rankedBy, reciprocalRank, rerank } from "./fusion.js";
import type { Reranker } from "./reranker.js";
import type { Hit, ScoredNode } from "./retriever.js";

const nodeOf = (id: string, signals?: Record<string, number>, score = 0): ScoredNode => ({
  node: { row: Number(id.slice(1)), id, layer: 0, text: `text of ${id}`, metadata: {} },
  score,
  ...(signals === undefined ? {} : { signals }),
});
const listOfIds = (ids: readonly string[]): readonly ScoredNode[] => ids.map((id) => nodeOf(id));
const idsOf = (list: readonly ScoredNode[]): string[] => list.map(({ node }) => node.id);
const id = fc.integer({ min: 0, max: 15 }).map((row) => `p${row}`);
const ids = fc.uniqueArray(id, { maxLength: 10 });
const lists = fc.array(ids, { maxLength: 4 });

describe("mergeLists", () => {
  it("has each node once, in order of first sight", () => {
    fc.assert(
      fc.property(lists, (given) => {
        expect(idsOf(mergeLists(given.map(listOfIds)))).toEqual([...new Set(given.flat())]);
      }),
    );
  });

  it("joins signals, the later list's where two differ, and keeps the first score", () => {
    const merged = mergeLists([
      [nodeOf("p1", { a: 1, both: 1 }, 5)],
      [nodeOf("p1", { b: 2, both: 2 }, 9), nodeOf("p2")],
    ]);
    expect(merged).toEqual([nodeOf("p1", { a: 1, b: 2, both: 2 }, 5), nodeOf("p2")]);
  });
});

describe("rankedBy", () => {
  it("sorts as a stable sort does, NaN last, and cuts", () => {
    const score = fc.constantFrom(Number.NaN, Number.NEGATIVE_INFINITY, -1, 0, 2, 2, 1 / 0);
    fc.assert(
      fc.property(fc.array(score), fc.integer({ min: 1, max: 12 }), (scores, limit) => {
        const nodes = scores.map((_, i) => nodeOf(`p${i}`));
        const ranked = rankedBy(nodes, (_, position) => scores[position] as number, limit);
        const naive = scores
          .map((each, i) => ({
            key: Number.isNaN(each) ? -2 : Math.max(-1.5, Math.min(each, 3)),
            i,
          }))
          .sort((a, b) => b.key - a.key || a.i - b.i)
          .slice(0, limit);
        expect(idsOf(ranked)).toEqual(naive.map(({ i }) => `p${i}`));
      }),
    );
  });

  it("refuses a limit that would cut the wrong end", () => {
    for (const limit of [0, -1, 2.5]) expect(() => rankedBy([], () => 0, limit)).toThrow(/limit/);
  });
});

describe("reciprocalRank", () => {
  const fused = async (
    given: readonly (readonly string[])[],
    k = 60,
  ): Promise<[string, number][]> =>
    (await reciprocalRank({ k })("q", given.map(listOfIds))).map(({ node, score }) => [
      node.id,
      score,
    ]);

  it("adds 1 / (k + rank) over the lists", async () => {
    expect(
      await fused([
        ["p1", "p2"],
        ["p2", "p3"],
      ]),
    ).toEqual([
      ["p2", 1 / 62 + 1 / 61],
      ["p1", 1 / 61],
      ["p3", 1 / 62],
    ]);
    expect(await fused([["p1", "p2"]], 0)).toEqual([
      ["p1", 1],
      ["p2", 1 / 2],
    ]);
  });

  it("equals the formula on any lists", async () => {
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 0, max: 100 }), async (given, k) => {
        for (const [node, score] of await fused(given, k)) {
          const ranks = given.map((list) => list.indexOf(node)).filter((rank) => rank >= 0);
          const sum = ranks.reduce((total, rank) => total + 1 / (k + rank + 1), 0);
          expect(score).toBeCloseTo(sum, 12);
        }
      }),
    );
  });

  it("scores the same whatever the order of the lists", async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (given) => {
        const forward = new Map(await fused(given));
        const backward = await fused([...given].reverse());
        expect(backward.length).toBe(forward.size);
        for (const [node, score] of backward) expect(score).toBeCloseTo(forward.get(node) ?? 0, 12);
      }),
    );
  });

  it("keeps a node first that is first in every list", async () => {
    const headed = fc.array(
      ids.map((list) => ["p99", ...list]),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(headed, async (given) => {
        expect((await fused(given))[0]?.[0]).toBe("p99");
      }),
    );
  });

  it("keeps the order of one list, and of equal lists", async () => {
    await fc.assert(
      fc.asyncProperty(ids, fc.integer({ min: 1, max: 4 }), async (list, times) => {
        const given = new Array<string[]>(times).fill(list);
        expect((await fused(given)).map(([node]) => node)).toEqual(list);
      }),
    );
  });

  it("keeps two nodes' order against a list that has neither", async () => {
    await fc.assert(
      fc.asyncProperty(ids, ids, async (list, others) => {
        const noise = others.filter((each) => !list.includes(each));
        const order = (await fused([list, noise])).map(([node]) => node);
        expect(order.filter((node) => list.includes(node))).toEqual(list);
      }),
    );
  });

  it("counts a node once for a list that names it twice", async () => {
    expect(await fused([["p1", "p2", "p1", "p3"]])).toEqual([
      ["p1", 1 / 61],
      ["p2", 1 / 62],
      ["p3", 1 / 63],
    ]);
  });

  it("refuses a k below 0", () => {
    for (const k of [-1, Number.NaN]) expect(() => reciprocalRank({ k })).toThrow(/k must be/);
  });
});

describe("rerank", () => {
  const saying = (hits: readonly Hit[], seen: string[][] = []): Reranker => ({
    async rerank(_query, texts) {
      seen.push([...texts]);
      return hits;
    },
  });
  const given = [listOfIds(["p1", "p2"]), listOfIds(["p2", "p3"])];

  it("asks once for the union, and takes the reranker's scores and omissions", async () => {
    const seen: string[][] = [];
    const hits = [
      { id: 0, score: 0.2 },
      { id: 2, score: 0.8 },
    ];
    const fused = await rerank(saying(hits, seen))("q", given);
    expect(seen).toEqual([["text of p1", "text of p2", "text of p3"]]);
    expect(fused.map(({ node, score }) => [node.id, score])).toEqual([
      ["p3", 0.8],
      ["p1", 0.2],
    ]);
  });

  it("cuts what a reranker returns beyond the limit, and passes limit and signal on", async () => {
    const { signal } = new AbortController();
    const options: unknown[] = [];
    const reranker: Reranker = {
      async rerank(_query, _texts, more) {
        options.push(more);
        return [0, 1, 2].map((each) => ({ id: each, score: each }));
      },
    };
    const fused = await rerank(reranker)("q", given, { limit: 2, signal });
    expect(idsOf(fused)).toEqual(["p3", "p2"]);
    expect(options).toEqual([{ limit: 2, signal }]);
  });

  it("does not ask about nothing", async () => {
    const seen: string[][] = [];
    expect(await rerank(saying([], seen))("q", [[], []])).toEqual([]);
    expect(seen).toEqual([]);
  });

  it.each([
    ["out of range", [{ id: 3, score: 1 }]],
    ["negative", [{ id: -1, score: 1 }]],
    ["not whole", [{ id: 0.5, score: 1 }]],
    [
      "named twice",
      [
        { id: 1, score: 1 },
        { id: 1, score: 0 },
      ],
    ],
    ["without a finite score", [{ id: 1, score: Number.NaN }]],
  ])("refuses a position that is %s", async (_, hits) => {
    await expect(rerank(saying(hits))("q", given)).rejects.toMatchObject({ code: "model-failed" });
  });

  it("passes the reranker's own error on", async () => {
    const failure = new Error("401");
    const failing: Reranker = { rerank: () => Promise.reject(failure) };
    await expect(rerank(failing)("q", given)).rejects.toBe(failure);
  });
});
