import { describe, expect, it, vi } from "vitest";
import { childCounts } from "../testing/naive-tree.js";
import { equalPoints, randomPoints, skewedPoints } from "../testing/points.js";
import { balance } from "./balance.js";
import { checkHierarchy } from "./check-hierarchy.js";
import { growTree } from "./grow-tree.js";
import { mergeEdges } from "./merge-edges.js";
import { spanningTree } from "./spanning-tree.js";

describe("growTree", () => {
  it("is spanning tree, merges and balance", () => {
    const vectors = skewedPoints(400, 12, 5);
    const edges = spanningTree(vectors);
    expect(growTree(vectors, { maxChildren: 5 })).toEqual({
      edges,
      hierarchy: balance(mergeEdges(400, edges), vectors, { maxChildren: 5 }),
    });
  });

  it("grows one passage to a root without parent, and two to a root with two children", () => {
    expect([...growTree(randomPoints(1, 4, 1)).hierarchy.parents]).toEqual([-1]);
    expect([...growTree(equalPoints(2, 4)).hierarchy.parents]).toEqual([2, 2, -1]);
  });

  it("grows a thousand equal passages to a balanced tree", () => {
    const { hierarchy } = growTree(equalPoints(1000, 384));
    checkHierarchy(hierarchy);
    expect(Math.max(...childCounts(hierarchy))).toBeLessThanOrEqual(40);
    expect(hierarchy.layers.at(-1)).toBe(2);
  });

  it("checks maxChildren before the long part, and hands progress and signal on", () => {
    const onProgress = vi.fn();
    const vectors = randomPoints(50, 4, 1);
    expect(() => growTree(vectors, { maxChildren: 1, onProgress })).toThrow("maxChildren");
    expect(onProgress).not.toHaveBeenCalled();
    growTree(vectors, { onProgress });
    expect(onProgress).toHaveBeenLastCalledWith(49, 49);
    expect(() => growTree(vectors, { signal: AbortSignal.abort(new Error("stop")) })).toThrow(
      "stop",
    );
  });
});
