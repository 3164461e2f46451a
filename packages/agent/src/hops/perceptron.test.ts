import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Layer } from "./hop-weights.js";
import { classify } from "./perceptron.js";

const layer = (rows: readonly (readonly number[])[], biases: readonly number[]): Layer => ({
  inputs: rows[0]!.length,
  weights: Float32Array.from(rows.flat()),
  biases: Float32Array.from(biases),
});

const rowsOf = (outputs: number, inputs: number) =>
  fc.array(fc.array(fc.integer({ min: -8, max: 8 }), { minLength: inputs, maxLength: inputs }), {
    minLength: outputs,
    maxLength: outputs,
  });

describe("classify", () => {
  it("gives what a calculation by hand gives", () => {
    const hidden = layer([[1], [-1]], [0.5, 0.5]);
    const last = layer(
      [
        [1, 0],
        [0, 1],
      ],
      [0, 1],
    );
    // 2 becomes [2.5, -1.5], cut off to [2.5, 0], then [2.5, 1].
    const share = 1 / (1 + Math.exp(-1.5));
    const [first, second] = classify([hidden, last], [2]);
    expect(first).toBeCloseTo(share, 12);
    expect(second).toBeCloseTo(1 - share, 12);
  });

  it("cuts nothing off after the last layer", () => {
    const [first, second] = classify([layer([[1], [0]], [0, 0])], [-1]);
    expect(first! / second!).toBeCloseTo(Math.exp(-1), 12);
  });

  it("agrees with plain sums over rows for any two layers", () => {
    fc.assert(
      fc.property(rowsOf(3, 4), rowsOf(5, 3), rowsOf(1, 4), (first, second, [vector]) => {
        const times = (rows: readonly (readonly number[])[], by: readonly number[]): number[] =>
          rows.map((row) => row.reduce((sum, weight, i) => sum + weight * by[i]!, 1));
        const outputs = times(
          second,
          times(first, vector!).map((value) => Math.max(0, value)),
        );
        const ones = (rows: readonly unknown[]): number[] => rows.map(() => 1);
        const found = classify([layer(first, ones(first)), layer(second, ones(second))], vector!);
        for (const [i, share] of found.entries()) {
          const odds = outputs.reduce((sum, output) => sum + Math.exp(output - outputs[i]!), 0);
          expect(share).toBeCloseTo(1 / odds, 10);
        }
      }),
    );
  });

  it("is not overwhelmed by large outputs", () => {
    expect(classify([layer([[1], [0]], [0, 0])], [1e6])).toEqual([1, 0]);
  });
});
