import type { Matrix } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { allocateMatrix } from "../kernel/allocate-matrix.js";
import { naiveSpanningTree } from "../testing/naive-tree.js";
import { anyPoints, equalPoints, randomPoints, tiedPoints } from "../testing/points.js";
import type { Edges } from "./edges.js";
import { spanningTree } from "./spanning-tree.js";

function pairsOf({ from, to, similarity }: Edges): unknown[] {
  return [...from].map((row, i) => ({ from: row, to: to[i], similarity: similarity[i] }));
}

describe("spanningTree", () => {
  it("equals Kruskal over all pairs, on random, skewed and tied points", () => {
    fc.assert(
      fc.property(anyPoints(60), (vectors) => {
        expect(pairsOf(spanningTree(vectors))).toEqual(naiveSpanningTree(vectors));
      }),
    );
  });

  it("equals it on vectors large enough for kernel memory, and leaves them alone", () => {
    const source = randomPoints(250, 70, 21);
    const vectors = allocateMatrix(250, 70);
    vectors.data.set(source.data);
    expect(pairsOf(spanningTree(vectors))).toEqual(naiveSpanningTree(source));
    expect(vectors.data).toEqual(source.data);
  });

  it("breaks ties by the smaller, then by the larger row", () => {
    expect(pairsOf(spanningTree(equalPoints(4, 16)))).toEqual(
      [1, 2, 3].map((to) => expect.objectContaining({ from: 0, to })),
    );
    const vectors = tiedPoints(200, 8);
    expect(pairsOf(spanningTree(vectors))).toEqual(naiveSpanningTree(vectors));
  });

  it("has no edges for one row, and one for two", () => {
    expect(pairsOf(spanningTree(randomPoints(1, 5, 1)))).toEqual([]);
    expect(pairsOf(spanningTree(randomPoints(2, 5, 1)))).toHaveLength(1);
  });

  it("reports progress up to the end", () => {
    const onProgress = vi.fn();
    spanningTree(randomPoints(500, 4, 2), { onProgress });
    expect(onProgress.mock.calls[0]).toEqual([0, 499]);
    expect(onProgress.mock.lastCall).toEqual([499, 499]);
    expect(onProgress.mock.calls.length).toBeGreaterThan(50);
    expect(onProgress.mock.calls.length).toBeLessThan(150);
  });

  it("stops when the signal is aborted, before and in the middle", () => {
    const early = AbortSignal.abort(new Error("too late"));
    expect(() => spanningTree(randomPoints(3, 3, 1), { signal: early })).toThrow("too late");
    const controller = new AbortController();
    const onProgress = vi.fn((done: number) => {
      if (done > 100) controller.abort(new Error("enough"));
    });
    const options = { signal: controller.signal, onProgress };
    expect(() => spanningTree(randomPoints(500, 4, 2), options)).toThrow("enough");
    expect(onProgress.mock.lastCall![0]).toBeLessThan(120);
  });

  it.each<[string, number[], string]>([
    ["no rows", [], "empty-corpus"],
    ["NaN", [1, 0, Number.NaN, 1], "bad-vector"],
    ["infinity", [1, 0, Number.POSITIVE_INFINITY, 1], "bad-vector"],
    ["zeros", [1, 0, 0, 0], "bad-vector"],
    ["rows that are not of length 1", [1, 0, 1, 1], "bad-vector"],
  ])("refuses %s", (_, numbers, code) => {
    const vectors: Matrix = { data: Float32Array.from(numbers), dimensions: 2 };
    expect(() => spanningTree(vectors)).toThrowError(expect.objectContaining({ code }));
  });

  it("names the bad row", () => {
    const vectors: Matrix = { data: Float32Array.of(1, 0, 0, 2), dimensions: 2 };
    expect(() => spanningTree(vectors)).toThrow("row 1 has length 2");
  });
});
