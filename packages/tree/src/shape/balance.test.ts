import { fromRows, type Hierarchy, type Matrix, rowCount } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childCounts, nodeSets } from "../testing/naive-tree.js";
import { anyPoints, equalPoints, randomPoints, skewedPoints } from "../testing/points.js";
import { balance } from "./balance.js";
import { checkHierarchy } from "./check-hierarchy.js";
import { mergeEdges } from "./merge-edges.js";
import { numberLayers } from "./number-layers.js";
import { spanningTree } from "./spanning-tree.js";

function shapeOf(vectors: Matrix): Hierarchy {
  return mergeEdges(rowCount(vectors), spanningTree(vectors));
}

/** One root above all leaves. */
function star(leafCount: number): Hierarchy {
  const parents = new Int32Array(leafCount + 1).fill(leafCount);
  parents[leafCount] = -1;
  return numberLayers(leafCount, parents);
}

describe("balance", () => {
  it("keeps the tree whole and every family small, and leaves no node with a single child", () => {
    fc.assert(
      fc.property(anyPoints(90), fc.integer({ min: 2, max: 9 }), (vectors, maxChildren) => {
        const balanced = balance(shapeOf(vectors), vectors, { maxChildren });
        checkHierarchy(balanced);
        expect(balanced.leafCount).toBe(rowCount(vectors));
        const counts = childCounts(balanced);
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(maxChildren);
        if (maxChildren > 2) expect(counts.filter((count) => count < 2)).toEqual([]);
      }),
    );
  });

  it("splits at 41 children and not at 40, the root too", () => {
    expect(balance(star(40), skewedPoints(40, 8, 1))).toEqual(star(40));
    const { layers, parents } = balance(star(41), skewedPoints(41, 8, 1));
    expect(layers.at(-1)).toBe(2);
    expect(childCounts({ leafCount: 41, layers, parents }).at(-1)).toBe(2);
  });

  it("changes nothing where nothing is too large", () => {
    const vectors = randomPoints(300, 16, 2);
    const shape = shapeOf(vectors);
    expect(balance(shape, vectors)).toEqual(shape);
  });

  it("keeps unsplit nodes, and cuts by similarity rather than by number", () => {
    const odd = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? [1, i / 50] : [i / 50, 1]));
    const { parents } = balance(star(12), fromRows(odd), { maxChildren: 6 });
    expect(nodeSets(parents, 12)).toEqual(
      expect.arrayContaining(["1: 0 2 4 6 8 10", "1: 1 3 5 7 9 11"]),
    );
  });

  it("splits upper nodes by what is below them", () => {
    // Six pairs under one root: three near one direction, three near the other, alternating.
    const vectors = fromRows(
      Array.from({ length: 12 }, (_, i) =>
        Math.floor(i / 2) % 2 === 0 ? [1, i / 99] : [i / 99, 1],
      ),
    );
    const pairs = numberLayers(
      12,
      [12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 18, 18, 18, 18, -1],
    );
    const { parents } = balance(pairs, vectors, { maxChildren: 3 });
    expect(nodeSets(parents, 12)).toEqual(
      expect.arrayContaining(["2: 0 1 4 5 8 9", "2: 2 3 6 7 10 11"]),
    );
  });

  it("wastes nothing when families of pairs are cut to pairs", () => {
    const counts = childCounts(balance(star(64), skewedPoints(64, 8, 3), { maxChildren: 2 }));
    expect(counts.every((count) => count === 2)).toBe(true);
  });

  it("goes on upwards until the new root is small enough", () => {
    const vectors = randomPoints(500, 8, 6);
    const balanced = balance(star(500), vectors, { maxChildren: 4 });
    checkHierarchy(balanced);
    expect(balanced.layers.at(-1)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...childCounts(balanced))).toBeLessThanOrEqual(4);
    expect(balance(star(500), vectors, { maxChildren: 4 })).toEqual(balanced);
  });

  it("cuts ten thousand equal passages evenly, so that few cuts are needed", () => {
    const counts = childCounts(balance(star(10_000), equalPoints(10_000, 64)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(40);
    expect(Math.min(...counts.slice(0, 256))).toBe(39);
  });

  it("takes more rows than leaves, and refuses fewer", () => {
    const vectors = skewedPoints(50, 8, 4);
    const first = { data: vectors.data.slice(0, 41 * 8), dimensions: 8 };
    expect(balance(star(41), vectors)).toEqual(balance(star(41), first));
    expect(() => balance(star(51), vectors)).toThrowError(
      expect.objectContaining({ code: "dimension-mismatch" }),
    );
  });

  it.each([1, 0, -3, 2.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses maxChildren %d",
    (maxChildren) => {
      expect(() => balance(star(3), randomPoints(3, 3, 1), { maxChildren })).toThrowError(
        expect.objectContaining({ code: "invalid-option" }),
      );
    },
  );

  it("refuses a damaged tree", () => {
    const shape = { ...star(3), layers: new Uint8Array(4) };
    expect(() => balance(shape, randomPoints(3, 3, 1))).toThrowError(
      expect.objectContaining({ code: "corrupt-index" }),
    );
  });
});
