import type { HopEstimator } from "@psi/core";
import { describe, expect, it, vi } from "vitest";
import { hopEstimator } from "./hop-estimator.js";
import type { HopWeights } from "./hop-weights.js";
import { madeWeights, packedLayer, threeClasses } from "./testing.js";

const embedderOf = (vectors: Readonly<Record<string, number[]>>) => ({
  embedQuery: async (text: string): Promise<number[]> => vectors[text] ?? [],
});

describe("hopEstimator", () => {
  it("gives the most probable number, from 1", async () => {
    const estimator: HopEstimator = hopEstimator({
      embedder: embedderOf({ one: [1, 0], two: [0, 3], three: [-1, -1] }),
      weights: threeClasses,
    });
    const found = await Promise.all(
      ["one", "two", "three"].map((text) => estimator.estimate(text)),
    );
    expect(found).toEqual([1, 2, 3]);
  });

  it("gives the smaller of two that are equally probable", async () => {
    const weights = madeWeights(packedLayer([[0], [1], [1]], [0, 0, 0]));
    expect(await hopEstimator({ embedder: embedderOf({ q: [1] }), weights }).estimate("q")).toBe(2);
  });

  it("uses the shipped weights when none are given, and says whose they are", async () => {
    const vector = Array.from({ length: 384 }, (_, i) => Math.sin(i));
    const estimator = hopEstimator({ embedder: embedderOf({ q: vector, short: [1, 2] }) });
    expect([1, 2, 3, 4]).toContain(await estimator.estimate("q"));
    await expect(estimator.estimate("short")).rejects.toMatchObject({
      code: "dimension-mismatch",
      message: expect.stringContaining("bge-small-en-v1.5"),
    });
  });

  it("refuses an embedder that is none, and damaged weights, at once", () => {
    const code = "invalid-option";
    for (const embedder of [undefined, {}, { embedQuery: "text" }])
      expect(() => hopEstimator({ embedder: embedder as never })).toThrow(
        expect.objectContaining({ code }),
      );
    const weights = { format: 3 } as unknown as HopWeights;
    expect(() => hopEstimator({ embedder: embedderOf({}), weights })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  it("tells the embedder's error, and that its vector is none", async () => {
    const cause = new Error("out of memory");
    const embedQuery = vi.fn().mockRejectedValueOnce(cause).mockResolvedValueOnce([Number.NaN, 0]);
    const estimator = hopEstimator({ embedder: { embedQuery }, weights: threeClasses });
    await expect(estimator.estimate("q")).rejects.toMatchObject({ code: "embedder-failed", cause });
    await expect(estimator.estimate("q")).rejects.toMatchObject({ code: "bad-vector" });
  });

  it("asks no embedder once aborted, and waits no longer than the signal allows", async () => {
    const embedQuery = vi.fn(() => new Promise<number[]>(() => {}));
    const estimator = hopEstimator({ embedder: { embedQuery }, weights: threeClasses });
    const reason = new Error("enough");
    await expect(estimator.estimate("q", { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    expect(embedQuery).not.toHaveBeenCalled();
    const controller = new AbortController();
    const waiting = estimator.estimate("q", { signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it("leaves nothing on a signal that outlives the call", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    const remove = vi.spyOn(signal, "removeEventListener");
    const embedder = embedderOf({ q: [1, 0] });
    await hopEstimator({ embedder, weights: threeClasses }).estimate("q", { signal });
    expect(add).toHaveBeenCalledTimes(1);
    expect(remove.mock.calls.map(([, listener]) => listener)).toEqual(
      add.mock.calls.map(([, listener]) => listener),
    );
  });
});
