import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScoredNode } from "./retriever.js";
import { weighted } from "./weighted.js";

const nodeOf = (id: string, signals?: Record<string, number>, score = 0): ScoredNode => ({
  node: { row: Number(id.slice(1)), id, layer: 0, text: `text of ${id}`, metadata: {} },
  score,
  ...(signals === undefined ? {} : { signals }),
});
const idsOf = (list: readonly ScoredNode[]): string[] => list.map(({ node }) => node.id);

describe("weighted", () => {
  const scoresOf = async (
    weights: Record<string, number>,
    rows: readonly (Record<string, number> | undefined)[],
  ): Promise<number[]> => {
    const list = rows.map((signals, i) => nodeOf(`p${i}`, signals));
    const fused = await weighted(weights)("q", [list]);
    const byId = new Map(fused.map(({ node, score }) => [node.id, score]));
    return rows.map((_, i) => byId.get(`p${i}`) as number);
  };
  const signal = fc.double({ min: -1e9, max: 1e9, noNaN: true });

  it("adds up standardised signals by weight", async () => {
    const rows = [
      { a: 1, b: 10 },
      { a: 3, b: 30 },
    ];
    const [low, high] = await scoresOf({ a: 1, b: 0.5 }, rows);
    expect(low).toBeCloseTo(-1.5, 12);
    expect(high).toBeCloseTo(1.5, 12);
    for (const score of await scoresOf({ a: 1, b: -1 }, rows)) expect(score).toBeCloseTo(0, 12);
  });

  it("orders by the only signal, as if it were the score", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -50, max: 50 })), async (values) => {
        const scores = await scoresOf(
          { a: 2 },
          values.map((a) => ({ a })),
        );
        for (const [i, a] of values.entries()) {
          for (const [j, b] of values.entries()) {
            if (a > b) expect(scores[i]).toBeGreaterThan(scores[j] as number);
          }
        }
      }),
    );
  });

  it("does not depend on a signal's scale or origin", async () => {
    const rows = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2 });
    const shift = fc.integer({ min: -50, max: 50 });
    const scale = fc.constantFrom(1e-200, 1e-12, 0.5, 3, 1e12, 1e200);
    await fc.assert(
      fc.asyncProperty(rows, shift, scale, async (values, by, times) => {
        const plain = await scoresOf(
          { a: 1 },
          values.map((a) => ({ a })),
        );
        const moved = await scoresOf(
          { a: 1 },
          values.map((a) => ({ a: (a + by) * times })),
        );
        for (const [i, score] of plain.entries()) expect(moved[i]).toBeCloseTo(score, 6);
      }),
    );
  });

  it("counts what is missing or not finite as the lowest", async () => {
    const odd = [undefined, {}, { a: Number.NaN }, { a: 1 / 0 }, { a: -1 / 0 }, { b: 9 }];
    for (const signals of odd) {
      const [best, lowest, missing] = await scoresOf({ a: 1 }, [{ a: 5 }, { a: 2 }, signals]);
      expect(missing).toBe(lowest);
      expect(best).toBeGreaterThan(lowest as number);
    }
  });

  it("gives 0 where a signal does not vary, or nobody has it", async () => {
    expect(await scoresOf({ a: 1 }, [{ a: 0.1 + 0.2 }, { a: 0.3 }])).toEqual([0, 0]);
    expect(await scoresOf({ a: 1 }, [{ a: 0 }, { a: 0 }])).toEqual([0, 0]);
    expect(await scoresOf({ nobody: 1 }, [{ a: 1 }, undefined])).toEqual([0, 0]);
    expect(await scoresOf({ a: 1 }, [{ a: 7 }])).toEqual([0]);
  });

  it("is not moved by noise that weighs nothing", async () => {
    const row = fc.record({ a: signal, noise: signal });
    await fc.assert(
      fc.asyncProperty(fc.array(row), async (rows) => {
        expect(await scoresOf({ a: 1, noise: 0 }, rows)).toEqual(await scoresOf({ a: 1 }, rows));
      }),
    );
  });

  it("scores are finite for any finite signals", async () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ a: any, b: any })), async (rows) => {
        for (const score of await scoresOf({ a: 1, b: -3 }, rows)) {
          expect(Number.isFinite(score)).toBe(true);
        }
      }),
    );
  });

  it("takes lists longer than a call's arguments may be", async () => {
    const rows = Array.from({ length: 300_000 }, (_, i) => nodeOf(`p${i}`, { a: i }));
    const fused = await weighted({ a: 1 })("q", [rows], { limit: 2 });
    expect(idsOf(fused)).toEqual(["p299999", "p299998"]);
  });

  it("refuses no weights, and weights that are not finite", () => {
    expect(() => weighted({})).toThrow(/names no signal/);
    for (const weight of [Number.NaN, 1 / 0, undefined as unknown as number]) {
      expect(() => weighted({ "tree.cosine": weight })).toThrow(/weights\["tree.cosine"\]/);
    }
  });
});
