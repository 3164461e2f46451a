import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FusionWeights, packFloats } from "../fusion-weights.js";
import { learned } from "../learned.js";
import { candidate } from "../testing.js";
import { logisticRegression, solved } from "./logistic-regression.js";
import { type LabelledCandidates, tune } from "./tune.js";

/** Weights that follow the words alone. */
const byWords: FusionWeights = {
  format: 1,
  inputs: [
    { signal: "sparse.bm25", measure: "value" },
    { signal: "tree.cosine", measure: "value" },
  ],
  models: [
    {
      kind: "linear",
      weights: packFloats([0, 0, 1, 0]),
      means: packFloats([0, 0, 0, 0]),
      deviations: packFloats([1, 1, 1, 1]),
    },
  ],
  origin: { made: "by hand" },
};

/** A generator of numbers that is the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Questions in whose answer the cosine tells, or nothing does. */
function questions(count: number, cosineTells: boolean): readonly LabelledCandidates[] {
  const random = randomFrom(7);
  return Array.from({ length: count }, () => {
    const right = Math.floor(random() * 20);
    const candidates = Array.from({ length: 20 }, (_, row) =>
      candidate(row, {
        "sparse.bm25": random() * 10,
        "tree.cosine": random() * 0.5 + (cosineTells && row === right ? 0.4 : 0),
      }),
    );
    return { candidates, gold: [`n${right}`] };
  });
}

describe("tune", () => {
  it("learns what the shipped weights get wrong, and says so by cross-validation", async () => {
    const { weights, before, after, helps, questions: used } = tune(questions(50, true), byWords);
    expect(used).toBe(50);
    expect(helps).toBe(true);
    expect(after["recall@5"]).toBeGreaterThan(before["recall@5"] + 0.3);
    const [fresh] = questions(1, true);
    const fused = await learned(weights)("q", [(fresh as LabelledCandidates).candidates]);
    expect(fused.slice(0, 3).map(({ node }) => node.id)).toContain(fresh?.gold[0]);
    expect(weights.origin).toMatchObject({ made: "by hand", tunedOn: "50 questions" });
  });

  it("says that it does not help where there is nothing to learn", () => {
    expect(tune(questions(60, false), byWords).helps).toBe(false);
  });

  it("refuses unknown ids, one question, and no question with a right answer", () => {
    const unknown = questions(50, true).map((each) => ({ ...each, gold: ["nobody"] }));
    for (const examples of [unknown, questions(1, true), []]) {
      expect(() => tune(examples, byWords)).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    }
    expect(() => tune(questions(20, true), byWords, { folds: 1 })).toThrow(/folds/);
    expect(() => tune(questions(20, true), byWords, { penalty: 0 })).toThrow(/penalty/);
  });
});

describe("logisticRegression", () => {
  it("finds where the gradient is zero", () => {
    const random = randomFrom(3);
    const rows = Float64Array.from({ length: 300 }, () => random() * 4 - 2);
    const labels = Uint8Array.from({ length: 100 }, (_, i) =>
      (rows[3 * i] as number) + 0.5 * (rows[3 * i + 1] as number) + random() - 0.5 > 0 ? 1 : 0,
    );
    const penalties = Float64Array.of(1, 2, 3);
    const { weights, intercept } = logisticRegression({ rows, width: 3, labels, penalties });
    const gradient = [0, 0, 0, 0];
    labels.forEach((label, i) => {
      const inputs = [...rows.subarray(3 * i, 3 * i + 3), 1];
      const margin = inputs.reduce(
        (sum, input, j) => sum + input * ([...weights, intercept][j] as number),
        0,
      );
      inputs.forEach((input, j) => {
        gradient[j] = (gradient[j] as number) + (1 / (1 + Math.exp(-margin)) - label) * input;
      });
    });
    for (const j of [0, 1, 2])
      expect(
        (gradient[j] as number) + (penalties[j] as number) * (weights[j] as number),
      ).toBeCloseTo(0, 4);
    expect(gradient[3]).toBeCloseTo(0, 3);
  });

  it("solves systems as substitution does", () => {
    const square = fc.array(
      fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 4, maxLength: 4 }),
      { minLength: 4, maxLength: 4 },
    );
    const right = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(square, right, (a, b) => {
        // a a^T + 1 is symmetric and positive definite.
        const entry = (i: number, j: number): number =>
          (a[i] as number[]).reduce(
            (sum, value, k) => sum + value * ((a[j] as number[])[k] as number),
            i === j ? 1 : 0,
          );
        const matrix = Float64Array.from({ length: 16 }, (_, at) => entry(at >> 2, at & 3));
        const x = solved(matrix.slice(), Float64Array.from(b));
        for (const i of [0, 1, 2, 3]) {
          const product = [0, 1, 2, 3].reduce(
            (sum, j) => sum + (matrix[4 * i + j] as number) * (x[j] as number),
            0,
          );
          expect(product).toBeCloseTo(b[i] as number, 6);
        }
      }),
    );
  });
});
