import { runContract, testFusion } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FusionWeights, packFloats } from "./fusion-weights.js";
import { learned, learnedByTier } from "./learned.js";
import { candidate, packForest } from "./testing.js";

const inputs = [
  { signal: "sparse.bm25", measure: "share" },
  { signal: "sparse.rank", measure: "rank" },
  { signal: "tree.cosine", measure: "behind" },
] as const;

/** Weights that add up the standardised halves of all inputs, but ranks, which count against. */
const summing: FusionWeights = {
  format: 1,
  inputs,
  models: [
    {
      kind: "linear",
      weights: packFloats([0, 0, 0, 1, -1, 1]),
      means: packFloats(new Array(6).fill(0)),
      deviations: packFloats(new Array(6).fill(1)),
    },
    { kind: "forest", trees: Buffer.from(packForest([[3, 0, -1, 1]])).toString("base64") },
  ],
  origin: {},
};

const signals = fc.dictionary(
  fc.constantFrom("sparse.bm25", "sparse.rank", "tree.cosine", "other"),
  fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY)),
);

describe("learned", () => {
  runContract(
    testFusion(() => learned(summing)),
    it,
  );

  it("puts first what all signals put first", async () => {
    const nodes = Array.from({ length: 40 }, (_, row) =>
      candidate(row, {
        "sparse.bm25": 50 - row,
        "sparse.rank": row + 1,
        "tree.cosine": 0.9 - row / 100,
      }),
    );
    const fused = await learned(summing)("q", [[...nodes].reverse()]);
    expect(fused.map(({ node }) => node.id)).toEqual(nodes.map(({ node }) => node.id));
  });

  it("leans on the lists' ranks where there are few candidates, and not where there are many", async () => {
    const firstIn = async (count: number): Promise<string | undefined> => {
      const nodes = Array.from({ length: count }, (_, row) =>
        candidate(row, { "sparse.bm25": row }),
      );
      return (await learned(summing)("q", [nodes, nodes]))[0]?.node.id;
    };
    expect(await firstIn(4)).toBe("n0");
    expect(await firstIn(40)).toBe("n39");
  });

  it("keeps every candidate once, with finite scores, whatever the signals", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(signals, { maxLength: 20 }), async (all) => {
        const nodes = all.map((each, row) => candidate(row, each));
        const fused = await learned(summing)("q", [nodes, nodes]);
        expect(fused.map(({ node }) => node.row).sort((a, b) => a - b)).toEqual(
          nodes.map(({ node }) => node.row),
        );
        for (const { score } of fused) expect(Number.isFinite(score)).toBe(true);
      }),
    );
  });

  it("does not depend on the order of the candidates but for ties", async () => {
    const nodes = Array.from({ length: 40 }, (_, row) =>
      candidate(row, { "sparse.bm25": (row * 7) % 40, "tree.cosine": ((row * 9) % 40) / 40 }),
    );
    const one = await learned(summing)("q", [nodes]);
    const other = await learned(summing)("q", [[...nodes].reverse()]);
    const scores = (all: typeof one) =>
      new Map(all.map(({ node, score }) => [node.id, score.toFixed(9)]));
    expect(scores(other)).toEqual(scores(one));
  });

  it("reads signals for which it has no weight, and lacks others, without harm", async () => {
    const fused = await learned(summing)("q", [
      [candidate(1, { "sparse.bm25": 1 }), candidate(0, { unknown: 5 })],
    ]);
    expect(fused[0]?.node.id).toBe("n1");
  });
});

describe("weights that are damaged", () => {
  const broken: readonly [string, unknown][] = [
    ["nothing", undefined],
    ["another format", { ...summing, format: 2 }],
    ["no models", { ...summing, models: [] }],
    ["an unknown measure", { ...summing, inputs: [{ signal: "a", measure: "best" }] }],
    [
      "numbers cut short",
      { ...summing, models: [{ ...summing.models[0], means: packFloats([1]) }] },
    ],
    [
      "a number that is none",
      {
        ...summing,
        models: [{ ...summing.models[0], means: packFloats([Number.NaN, 1, 1, 1, 1, 1]) }],
      },
    ],
    [
      "a model's weight that is none",
      { ...summing, models: [{ ...summing.models[0], weight: Number.NaN }] },
    ],
    ["a forest cut short", { ...summing, models: [{ kind: "forest", trees: "AQA=" }] }],
  ];

  it.each(broken)("%s: refused", (_, weights) => {
    expect(() => learned(weights as FusionWeights)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("learnedByTier", () => {
  it("uses the first weights whose signal is there, else the last", async () => {
    const models = summing.models.map((model) => ({ ...model, weight: -1 }));
    const against: FusionWeights = { ...summing, models };
    const fuse = learnedByTier([
      { needs: "tree.cosine", weights: summing },
      { needs: "sparse.bm25", weights: against },
    ]);
    const ids = async (withTree: boolean): Promise<readonly string[]> => {
      const nodes = Array.from({ length: 30 }, (_, row) =>
        candidate(row, { "sparse.bm25": 2 - row, ...(withTree && { "tree.cosine": 0.5 }) }),
      );
      return (await fuse("q", [nodes])).map(({ node }) => node.id);
    };
    expect((await ids(true))[0]).toBe("n0");
    expect((await ids(false))[0]).toBe("n29");
    expect(() => learnedByTier([])).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
