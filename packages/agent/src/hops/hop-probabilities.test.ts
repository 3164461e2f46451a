import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hopProbabilities } from "./hop-probabilities.js";
import { madeWeights, packedLayer, threeClasses } from "./testing.js";

/** Made vectors with the probabilities that tools/train-hops.py had for them. */
const cases = (
  JSON.parse(readFileSync(new URL("fixtures/made-vectors.json", import.meta.url), "utf8")) as {
    vector: string;
    probabilities: number[];
  }[]
).map(({ vector, probabilities }) => ({
  vector: [...new Float32Array(new Uint8Array(Buffer.from(vector, "base64")).buffer)],
  probabilities,
}));

describe("hopProbabilities", () => {
  it("agrees with the training script to 1e-4, whatever the vector's length", async () => {
    expect(cases.length).toBeGreaterThanOrEqual(6);
    for (const { vector, probabilities } of cases)
      for (const scale of [1, 0.01, 1000]) {
        const found = await hopProbabilities(vector.map((value) => value * scale));
        expect(found).toHaveLength(4);
        for (const [i, share] of found.entries())
          expect(Math.abs(share - probabilities[i]!)).toBeLessThan(1e-4);
      }
  });

  it("is told by the fixture about each class", () => {
    const likeliest = cases.map(({ probabilities }) =>
      probabilities.indexOf(Math.max(...probabilities)),
    );
    expect(new Set(likeliest)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("gives shares that add up to 1 for any vector", async () => {
    const vectors = fc
      .array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 384, maxLength: 384 })
      .filter((vector) => vector.some((value) => Math.abs(value) > 1e-6));
    await fc.assert(
      fc.asyncProperty(vectors, async (vector) => {
        const found = await hopProbabilities(vector);
        expect(found.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(found.every((share) => share >= 0 && share <= 1)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("uses weights that are given, with as many classes as they have", async () => {
    const weights = madeWeights(packedLayer([[2], [0], [0]], [0, 0, 0]));
    const [first, second, third] = await hopProbabilities([5], weights);
    expect(first).toBeCloseTo(Math.exp(2) / (Math.exp(2) + 2), 6);
    expect(second).toBe(third);
  });

  it("says whose vectors it wants when the width is another", async () => {
    const code = "dimension-mismatch";
    for (const vector of [[], [1, 0], new Array<number>(768).fill(0.1), undefined as never])
      await expect(hopProbabilities(vector)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(
          /384 are expected: the shipped weights are for bge-small-en-v1\.5\./,
        ),
      });
    await expect(hopProbabilities([1, 2, 3], threeClasses)).rejects.toMatchObject({
      code,
      message: expect.stringContaining("the given weights are for made-up"),
    });
  });

  it("refuses vectors without a direction", async () => {
    const whole = cases[0]!.vector;
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      await expect(hopProbabilities([...whole.slice(1), bad])).rejects.toMatchObject({
        code: "bad-vector",
        message: expect.stringContaining("the question"),
      });
    await expect(hopProbabilities(new Array(384).fill(0))).rejects.toMatchObject({
      code: "bad-vector",
    });
  });
});
