import { describe, expect, it } from "vitest";
import { foundBy, listOf } from "./retriever.js";
import { textNodes } from "./testing/fakes.js";

describe("listOf", () => {
  it("joins hits and nodes, with score, measure and rank from 1", async () => {
    const nodes = await textNodes(["zero", "one", "two"]).read([2, 0]);
    const hits = [
      { id: 2, score: 0.9 },
      { id: 0, score: 0.1 },
    ];
    expect(listOf("tree", "cosine", hits, nodes)).toEqual([
      { node: nodes[0], score: 0.9, signals: { "tree.cosine": 0.9, "tree.rank": 1 } },
      { node: nodes[1], score: 0.1, signals: { "tree.cosine": 0.1, "tree.rank": 2 } },
    ]);
    expect(listOf("tree", "cosine", [], [])).toEqual([]);
  });
});

describe("foundBy", () => {
  it("names the retrievers that ranked a node, in alphabetical order", () => {
    const signals = { "tree.rank": 2, "sparse.bm25": 3, "sparse.rank": 1, "bridge.pagerank": 0.1 };
    expect(foundBy({ signals })).toEqual(["sparse", "tree"]);
    expect(foundBy({ signals: { "a.b.rank": 1 } })).toEqual(["a.b"]);
    expect(foundBy({ signals: { "bridge.pagerank": 0.1 } })).toEqual([]);
    expect(foundBy({})).toEqual([]);
  });
});
