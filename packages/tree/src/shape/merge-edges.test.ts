import { readFileSync } from "node:fs";
import { type Matrix, rowCount } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naiveNodeSets, naiveSpanningTree, nodeSets } from "../testing/naive-tree.js";
import { anyPoints, skewedPoints } from "../testing/points.js";
import { checkHierarchy } from "./check-hierarchy.js";
import type { Edges } from "./edges.js";
import { mergeEdges } from "./merge-edges.js";
import { spanningTree } from "./spanning-tree.js";

interface GoldenCase {
  readonly name: string;
  readonly n: number;
  readonly dim: number;
  readonly embeddings: string;
  readonly parent: readonly number[];
}

const golden = JSON.parse(
  readFileSync(new URL("../../fixtures/psi-tree-golden.json", import.meta.url), "utf8"),
) as { readonly cases: readonly GoldenCase[] };

/** Edges given as [similarity, row, row]. */
function edgesOf(...edges: readonly (readonly [number, number, number])[]): Edges {
  return {
    similarity: Float32Array.from(edges, ([similarity]) => similarity),
    from: Uint32Array.from(edges, ([, from]) => from),
    to: Uint32Array.from(edges, ([, , to]) => to),
  };
}

describe("the published code's trees", () => {
  it("are fifteen", () => expect(golden.cases).toHaveLength(15));

  it.each(golden.cases)("are equal, node for node: $name", ({ n, dim, embeddings, parent }) => {
    const bytes = Uint8Array.from(Buffer.from(embeddings, "base64"));
    const vectors: Matrix = { data: new Float32Array(bytes.buffer), dimensions: dim };
    const hierarchy = mergeEdges(n, spanningTree(vectors));
    expect(hierarchy.parents).toHaveLength(parent.length);
    expect(nodeSets(hierarchy.parents, n)).toEqual(nodeSets(parent, n));
  });
});

describe("mergeEdges", () => {
  it("merges, hangs a leaf, and hangs a subtree", () => {
    // 0+1 and 2+3 merge to a and b; 4 hangs under a; a and b merge to r; 5+6 merge to c; c hangs under r.
    const edges = edgesOf(
      [0.9, 0, 1],
      [0.8, 2, 3],
      [0.7, 4, 1],
      [0.6, 3, 0],
      [0.5, 5, 6],
      [0.4, 6, 2],
    );
    const { parents, layers } = mergeEdges(7, edges);
    expect([...parents]).toEqual([7, 7, 8, 8, 7, 9, 9, 10, 10, 10, -1]);
    expect([...layers]).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2]);
  });

  it("hangs a low root under the other end's own ancestor, not under any node of that layer", () => {
    // Two trees of height 2, joined at height 3; then the pair 8+9 joins at leaf 4, below the second.
    const four = (at: number, top: number) =>
      [
        [top, at, at + 1],
        [top, at + 2, at + 3],
        [top / 2, at + 1, at + 2],
      ] as const;
    const edges = edgesOf(...four(0, 0.9), ...four(4, 0.8), [0.3, 0, 7], [0.2, 8, 9], [0.1, 9, 4]);
    const { parents } = mergeEdges(10, edges);
    expect(parents[parents[8]!]).toBe(parents[parents[4]!]);
    expect(parents[parents[8]!]).not.toBe(parents[parents[0]!]);
  });

  it("does not depend on the order or direction of the edges", () => {
    const { from, to, similarity } = spanningTree(skewedPoints(120, 8, 3));
    const turned = {
      from: to.toReversed(),
      to: from.toReversed(),
      similarity: similarity.toReversed(),
    };
    expect(mergeEdges(120, turned)).toEqual(mergeEdges(120, { from, to, similarity }));
  });

  it("equals the paper's rule on all pairs, and is equi-depth with one root and every leaf once", () => {
    fc.assert(
      fc.property(anyPoints(50), (vectors) => {
        const count = rowCount(vectors);
        const hierarchy = mergeEdges(count, spanningTree(vectors));
        checkHierarchy(hierarchy);
        expect(nodeSets(hierarchy.parents, count)).toEqual(
          naiveNodeSets(count, naiveSpanningTree(vectors)),
        );
      }),
    );
  });

  it("makes one leaf the root", () => {
    expect(mergeEdges(1, edgesOf())).toEqual({
      leafCount: 1,
      parents: Int32Array.of(-1),
      layers: Uint8Array.of(0),
    });
  });

  it.each<[string, number, Edges, string, string]>([
    ["no leaves", 0, edgesOf(), "empty-corpus", "no passages"],
    ["half a leaf", 1.5, edgesOf(), "invalid-option", "leafCount"],
    ["too few edges", 3, edgesOf([0.5, 0, 1]), "corrupt-index", "2 edges join 3 leaves"],
    ["an edge to nowhere", 2, edgesOf([0.5, 0, 2]), "corrupt-index", "row 2"],
    ["a circle", 4, edgesOf([0.5, 0, 1], [0.4, 1, 2], [0.3, 2, 0]), "corrupt-index", "circle"],
    [
      "arrays of two lengths",
      2,
      { ...edgesOf([0.5, 0, 1]), to: new Uint32Array(0) },
      "corrupt-index",
      "",
    ],
  ])("refuses %s", (_, count, edges, code, message) => {
    const error = expect.objectContaining({ code, message: expect.stringContaining(message) });
    expect(() => mergeEdges(count, edges)).toThrowError(error);
  });
});
