import { describe, expect, it } from "vitest";
import { equalPoints, randomPoints } from "../testing/points.js";
import { treeOver } from "../testing/trees.js";
import { describeTree } from "./describe-tree.js";
import { pathTo } from "./path-to.js";
import { psiTree } from "./psi-tree.js";

/** Leaves 0 to 7 under 8 (three), 9 (three) and 10 (two); 8 and 9 under 11, 10 under 12; root 13. */
const tree = psiTree(
  {
    leafCount: 8,
    parents: Int32Array.of(8, 8, 8, 9, 9, 9, 10, 10, 11, 11, 12, 13, 13, -1),
    layers: Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3),
  },
  randomPoints(8, 5, 1),
);

describe("describeTree", () => {
  it("counts nodes and children, layer by layer", () => {
    expect(describeTree(tree)).toEqual({
      nodes: 14,
      leaves: 8,
      dimensions: 5,
      layers: [
        { layer: 0, nodes: 8 },
        { layer: 1, nodes: 3, children: { min: 2, median: 3, max: 3 } },
        { layer: 2, nodes: 2, children: { min: 1, median: 1.5, max: 2 } },
        { layer: 3, nodes: 1, children: { min: 2, median: 2, max: 2 } },
      ],
    });
  });

  it("describes a single leaf, and a thousand equal ones", () => {
    expect(describeTree(treeOver(randomPoints(1, 4, 1))).layers).toEqual([{ layer: 0, nodes: 1 }]);
    const { layers, leaves } = describeTree(treeOver(equalPoints(1000, 4), 40));
    expect(leaves).toBe(1000);
    expect(Math.max(...layers.map(({ children }) => children?.max ?? 0))).toBeLessThanOrEqual(40);
  });
});

describe("pathTo", () => {
  it("goes from the root to the node", () => {
    expect(pathTo(tree, 4)).toEqual([13, 11, 9, 4]);
    expect(pathTo(tree, 12)).toEqual([13, 12]);
    expect(pathTo(tree, 13)).toEqual([13]);
  });

  it.each([-1, 14, 0.5])("refuses row %d", (row) => {
    expect(() => pathTo(tree, row)).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
