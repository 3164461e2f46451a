import type { Hierarchy } from "@psi/core";
import { expect, it } from "vitest";
import { checkHierarchy } from "./check-hierarchy.js";

/** Leaves 0 to 3, parents 4 and 5, root 6, with some things changed. */
function damaged(
  changes: {
    parents?: Record<number, number>;
    layers?: Record<number, number>;
    leafCount?: number;
  } = {},
): Hierarchy {
  const parents = Int32Array.of(4, 4, 5, 5, 6, 6, -1);
  const layers = Uint8Array.of(0, 0, 0, 0, 1, 1, 2);
  for (const [node, parent] of Object.entries(changes.parents ?? {}))
    parents[Number(node)] = parent;
  for (const [node, layer] of Object.entries(changes.layers ?? {})) layers[Number(node)] = layer;
  return { leafCount: changes.leafCount ?? 4, parents, layers };
}

it("accepts a good tree, and one of a single leaf", () => {
  checkHierarchy(damaged());
  checkHierarchy({ leafCount: 1, parents: Int32Array.of(-1), layers: Uint8Array.of(0) });
});

it.each<[string, Hierarchy, string]>([
  ["no nodes", { leafCount: 0, parents: new Int32Array(0), layers: new Uint8Array(0) }, "no nodes"],
  ["missing layers", { ...damaged(), layers: new Uint8Array(6) }, "7 parents and 6 layers"],
  ["more leaves than nodes", damaged({ leafCount: 8 }), "7 nodes and 8 leaves"],
  ["no leaves", damaged({ leafCount: 0 }), "7 nodes and 0 leaves"],
  ["a fraction of leaves", damaged({ leafCount: 3.5 }), "3.5 leaves"],
  ["a leaf above layer 0", damaged({ layers: { 1: 1 } }), "leaf 1 is in layer 1"],
  ["a parent in layer 0", damaged({ layers: { 4: 0 } }), "node 4 is in layer 0"],
  ["a layer left out", damaged({ layers: { 6: 3 } }), "node 6 is in layer 3"],
  ["layers that descend", damaged({ layers: { 4: 2, 5: 1 } }), "node 4 is in layer 2"],
  ["no root", damaged({ parents: { 6: 5 } }), "has parent 5 and is no root"],
  ["two roots", damaged({ parents: { 5: -1 } }), "node 5 is a second root"],
  ["a parent that is not there", damaged({ parents: { 2: 7 } }), "parent 7 of 7 nodes"],
  ["a negative parent", damaged({ parents: { 2: -2 } }), "parent -2"],
  [
    "a parent two layers above",
    damaged({ parents: { 2: 6 } }),
    "node 2 of layer 0 has parent 6 of layer 2",
  ],
  ["a node that is its own parent", damaged({ parents: { 4: 4 } }), "node 4 of layer 1"],
  [
    "a parent without children",
    damaged({ parents: { 2: 4, 3: 4 } }),
    "node 5 is no leaf and has no children",
  ],
])("names %s", (_, hierarchy, message) => {
  const error = expect.objectContaining({
    code: "corrupt-index",
    message: expect.stringContaining(message),
  });
  expect(() => checkHierarchy(hierarchy)).toThrowError(error);
});
