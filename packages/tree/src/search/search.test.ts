import type { PsiTree } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { anyPoints, randomPoints, skewedPoints, tiedPoints } from "../testing/points.js";
import { naiveRanking, treeOver, vectorOf } from "../testing/trees.js";
import { descend } from "./descend.js";
import { scan } from "./scan.js";
import { scoreLeaves } from "./score-leaves.js";

/** A tree, and a query of any length near one of its nodes. */
const treeAndQuery = fc
  .record({ vectors: anyPoints(60), seed: fc.integer(), pick: fc.nat() })
  .map(({ vectors, seed, pick }) => {
    const tree = treeOver(vectors, 4);
    const noise = randomPoints(1, vectors.dimensions, seed).data;
    const near = vectorOf(tree, pick % tree.parents.length);
    return { tree, query: near.map((value, i) => 7 * (value + noise[i]! / 3)) };
  });

const searches = {
  scan: (tree: PsiTree, query: ArrayLike<number>, limit: number) => scan(tree, query, { limit }),
  descend: (tree: PsiTree, query: ArrayLike<number>, limit: number) =>
    descend(tree, query, { limit }),
  scoreLeaves: (tree: PsiTree, query: ArrayLike<number>) => scoreLeaves(tree, query, [0]),
};

describe("scan", () => {
  it("equals a sort of all leaves by the weighted mean of their own and their parent's cosine", () => {
    const weight = fc.constantFrom(0, 0.2, 1, 3.5);
    fc.assert(
      fc.property(
        treeAndQuery,
        weight,
        fc.integer({ min: 1, max: 70 }),
        (given, parentWeight, limit) => {
          const { tree, query } = given;
          const expected = naiveRanking(tree, query, (row, cosine) =>
            tree.parents[row] === -1
              ? cosine(row)
              : (cosine(row) + parentWeight * cosine(tree.parents[row]!)) / (1 + parentWeight),
          );
          expect(scan(tree, query, { limit, parentWeight })).toEqual(expected.slice(0, limit));
        },
      ),
    );
  });

  it("weighs parents with .2 and returns ten unless told otherwise", () => {
    const tree = treeOver(skewedPoints(50, 8, 2));
    const query = vectorOf(tree, 3);
    expect(scan(tree, query)).toEqual(scan(tree, query, { limit: 10, parentWeight: 0.2 }));
    expect(scan(tree, query)).not.toEqual(scan(tree, query, { parentWeight: 0 }));
  });

  it("returns nodes of higher layers when asked, the root by its own cosine", () => {
    const tree = treeOver(skewedPoints(50, 8, 2));
    const query = vectorOf(tree, tree.parents.length - 1);
    const all = scan(tree, query, { limit: 1000, upTo: 99 });
    expect(all).toHaveLength(tree.parents.length);
    expect(all[0]!.id).toBe(tree.parents.length - 1);
    expect(all[0]!.score).toBeCloseTo(1, 5);
    const two = scan(tree, query, { limit: 1000, upTo: 1 });
    expect(two.map(({ id }) => tree.layers[id]).sort()).toEqual(
      [...tree.layers].filter((layer) => layer <= 1),
    );
  });
});

describe("descend", () => {
  it("equals a flat ranking when it keeps every node", () => {
    fc.assert(
      fc.property(treeAndQuery, fc.integer({ min: 1, max: 70 }), ({ tree, query }, limit) => {
        const expected = naiveRanking(tree, query, (row, cosine) => cosine(row));
        const hits = descend(tree, query, { width: tree.parents.length, limit });
        expect(hits).toEqual(expected.slice(0, limit));
      }),
    );
  });

  it("equals the paper's search, written down naively", () => {
    fc.assert(
      fc.property(treeAndQuery, fc.integer({ min: 1, max: 6 }), ({ tree, query }, width) => {
        const nodes = [...tree.parents.keys()];
        const layerOf = (layer: number) => nodes.filter((node) => tree.layers[node] === layer);
        const own = (node: number, cosine: (row: number) => number) => cosine(node);
        let layer = tree.layers.at(-1)!;
        while (layer > 0 && layerOf(layer).length < width) layer--;
        let rows = layerOf(layer).length < width ? [nodes.length - 1] : layerOf(layer);
        let visited = rows.length;
        while (tree.layers[rows[0]!] !== 0) {
          const kept = naiveRanking(tree, query, own, rows).slice(0, width);
          rows = kept.flatMap(({ id }) => nodes.filter((node) => tree.parents[node] === id));
          visited += rows.length;
        }
        const onVisited = vi.fn();
        expect(descend(tree, query, { width, onVisited })).toEqual(
          naiveRanking(tree, query, own, rows).slice(0, width),
        );
        expect(onVisited.mock.calls).toEqual([[visited]]);
      }),
    );
  });

  it("sees a part of a larger tree only, and finds a passage by its own vector", () => {
    const tree = treeOver(skewedPoints(800, 16, 5), 40);
    const onVisited = vi.fn();
    expect(descend(tree, vectorOf(tree, 321), { onVisited })[0]!.id).toBe(321);
    expect(onVisited.mock.calls[0]![0]).toBeLessThan(tree.parents.length / 2);
  });

  it("returns nodes of the layers that it passed, when asked", () => {
    const tree = treeOver(skewedPoints(200, 16, 5), 6);
    const query = vectorOf(tree, 7);
    const layers = descend(tree, query, { width: 2, limit: 100, upTo: 1 }).map(
      ({ id }) => tree.layers[id],
    );
    expect(new Set(layers)).toEqual(new Set([0, 1]));
    expect(descend(tree, query, { width: 2, limit: 3, upTo: 9 })).toHaveLength(3);
  });
});

describe("scoreLeaves", () => {
  it("gives the cosine of each row, in order, repeated rows too, parents too", () => {
    const tree = treeOver(tiedPoints(30, 2));
    const query = vectorOf(tree, 4);
    const rows = [9, 4, 4, tree.parents.length - 1];
    const expected = naiveRanking(tree, query, (row, cosine) => cosine(row), rows);
    const scores = scoreLeaves(tree, query, rows);
    rows.forEach((row, i) => {
      expect(scores[i]).toBe(expected.find(({ id }) => id === row)!.score);
    });
    expect(scoreLeaves(tree, query, [])).toHaveLength(0);
  });

  it.each([-1, 1000, 0.5])("refuses row %d", (row) => {
    const tree = treeOver(randomPoints(5, 3, 1));
    expect(() => scoreLeaves(tree, [1, 0, 0], [0, row])).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe.each(Object.entries(searches))("%s", (_, search) => {
  const tree = treeOver(randomPoints(30, 3, 1));

  it.each<[string, number[], string]>([
    ["too few numbers", [1, 0], "dimension-mismatch"],
    ["too many numbers", [1, 0, 0, 0], "dimension-mismatch"],
    ["NaN", [1, Number.NaN, 0], "bad-vector"],
    ["infinity", [1, Number.POSITIVE_INFINITY, 0], "bad-vector"],
    ["zeros", [0, 0, 0], "bad-vector"],
  ])("refuses a query of %s", (_name, query, code) => {
    expect(() => search(tree, query, 5)).toThrowError(expect.objectContaining({ code }));
  });

  it("works on a tree of one passage", () => {
    const single = treeOver(randomPoints(1, 3, 1));
    const found = search(single, vectorOf(single, 0), 5);
    expect(found).toHaveLength(1);
  });
});

describe.each(["scan", "descend"] as const)("%s", (name) => {
  const tree = treeOver(randomPoints(30, 3, 1));

  it("returns all passages when fewer than the limit match, never NaN", () => {
    const hits = searches[name](treeOver(randomPoints(4, 3, 1)), [1, 2, 3], 50);
    expect(hits).toHaveLength(4);
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses the limit %d", (limit) => {
    expect(() => searches[name](tree, [1, 2, 3], limit)).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

it.each([
  () => descend(treeOver(randomPoints(3, 3, 1)), [1, 0, 0], { width: 0 }),
  () => descend(treeOver(randomPoints(3, 3, 1)), [1, 0, 0], { upTo: -1 }),
  () => scan(treeOver(randomPoints(3, 3, 1)), [1, 0, 0], { upTo: 0.5 }),
  () => scan(treeOver(randomPoints(3, 3, 1)), [1, 0, 0], { parentWeight: -0.1 }),
  () => scan(treeOver(randomPoints(3, 3, 1)), [1, 0, 0], { parentWeight: Number.NaN }),
])("refuses other options out of range: %s", (search) => {
  expect(search).toThrowError(expect.objectContaining({ code: "invalid-option" }));
});
