import { dot, fromRows, type Matrix, row, rowCount } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocateMatrix } from "../kernel/allocate-matrix.js";
import { growTree } from "../shape/grow-tree.js";
import { anyPoints, randomPoints } from "../testing/points.js";
import { treeOver } from "../testing/trees.js";
import { psiTree } from "./psi-tree.js";

const pair = { leafCount: 2, parents: Int32Array.of(2, 2, -1), layers: Uint8Array.of(0, 0, 1) };

describe("psiTree", () => {
  it("lists each node under its parent once, ascending", () => {
    fc.assert(
      fc.property(anyPoints(60), (vectors) => {
        const tree = treeOver(vectors, 3);
        tree.parents.forEach((_, node) => {
          const expected = [...tree.parents.keys()].filter((child) => tree.parents[child] === node);
          expect([...tree.children(node)]).toEqual(expected);
        });
      }),
    );
  });

  it("steers by the normalised mean of all leaves below, each counted once", () => {
    const vectors = randomPoints(80, 9, 3);
    const tree = treeOver(vectors, 4);
    const leavesOf = (node: number): number[] =>
      node < tree.leafCount ? [node] : [...tree.children(node)].flatMap(leavesOf);
    for (let node = tree.leafCount; node < tree.parents.length; node++) {
      const sum = new Float64Array(9);
      for (const leaf of leavesOf(node)) {
        for (let i = 0; i < 9; i++) sum[i]! += row(vectors, leaf)[i]!;
      }
      const length = Math.hypot(...sum);
      row(tree.vectors, node).forEach((value, i) => {
        expect(value).toBeCloseTo(sum[i]! / length, 5);
      });
    }
  });

  it("gives every node a unit vector, also where leaves cancel out", () => {
    fc.assert(
      fc.property(anyPoints(60), (vectors) => {
        const tree = treeOver(vectors, 3);
        for (let node = 0; node < tree.parents.length; node++) {
          const vector = row(tree.vectors, node);
          expect(dot(vector, vector)).toBeCloseTo(1, 4);
        }
      }),
    );
    const opposite = psiTree(
      pair,
      fromRows([
        [0.6, 0.8],
        [-0.6, -0.8],
      ]),
    );
    expect(row(opposite.vectors, 2)).toEqual(row(opposite.vectors, 0));
  });

  it("takes a matrix with room for all nodes as its own, whatever its parents' rows hold", () => {
    const leaves = randomPoints(300, 60, 8);
    const { hierarchy } = growTree(leaves);
    const all = allocateMatrix(hierarchy.parents.length, 60);
    all.data.fill(Number.NaN);
    all.data.set(leaves.data);
    const tree = psiTree(hierarchy, all);
    expect(tree.vectors).toBe(all);
    expect(tree.vectors.data).toEqual(psiTree(hierarchy, leaves).vectors.data);
  });

  it("copies a matrix of leaves, and leaves it alone", () => {
    const leaves = randomPoints(10, 3, 8);
    const before = leaves.data.slice();
    const tree = treeOver(leaves);
    tree.vectors.data.fill(0);
    expect(leaves.data).toEqual(before);
  });

  it("is a leaf when there is one passage", () => {
    const tree = treeOver(randomPoints(1, 3, 1));
    expect(rowCount(tree.vectors)).toBe(1);
    expect([...tree.children(0)]).toEqual([]);
  });

  it.each([-1, 3, 0.5, Number.NaN])("refuses children of row %d", (node) => {
    const tree = psiTree(
      pair,
      fromRows([
        [1, 0],
        [0, 1],
      ]),
    );
    expect(() => tree.children(node)).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it.each<[string, Matrix, string]>([
    ["too few rows", fromRows([[1, 0]]), "dimension-mismatch"],
    ["too many rows", randomPoints(4, 2, 1), "dimension-mismatch"],
    ["NaN", { data: Float32Array.of(1, 0, Number.NaN, 1), dimensions: 2 }, "bad-vector"],
    ["zeros", { data: Float32Array.of(1, 0, 0, 0), dimensions: 2 }, "bad-vector"],
  ])("refuses %s", (_, vectors, code) => {
    expect(() => psiTree(pair, vectors)).toThrowError(expect.objectContaining({ code }));
  });

  it("refuses a damaged hierarchy", () => {
    const shape = { ...pair, parents: Int32Array.of(2, -1, -1) };
    expect(() => psiTree(shape, randomPoints(2, 2, 1))).toThrowError(
      expect.objectContaining({ code: "corrupt-index" }),
    );
  });
});
