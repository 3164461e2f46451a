import {
  fromRows,
  hybridRetriever,
  type NodeSource,
  type PsiTree,
  reciprocalRank,
  type ScoredNode,
  type TreeNode,
} from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it, vi } from "vitest";
import { treeOver } from "../testing/trees.js";
import { descend } from "./descend.js";
import { scan } from "./scan.js";
import { type TreeRetrieverOptions, treeRetriever } from "./tree-retriever.js";

const texts = [
  "the lighthouse keeper wrote a log",
  "the lighthouse lamp was lit at dusk",
  "a ferry crossed the sound at noon",
  "the ferry captain kept a log",
  "bread is baked before dawn",
  "the baker sells bread and rolls",
];
const embedder = wordEmbedder();
const tree = treeOver(fromRows(await embedder.embedDocuments(texts)), 3);
const nodes: NodeSource = {
  read: async (rows) => rows.map((row) => nodeAt(tree, row)),
};

function nodeAt({ layers }: PsiTree, row: number): TreeNode {
  return { row, id: `n${row}`, layer: layers[row]!, text: texts[row] ?? "", metadata: {} };
}

function found(row: number, signals: Record<string, number> = {}): ScoredNode {
  return { node: nodeAt(tree, row), score: 0, signals };
}

function make(options: Partial<TreeRetrieverOptions> = {}) {
  return treeRetriever(tree, { embedder, nodes, ...options });
}

describe("retrieve", () => {
  it("scans by default: scores, cosines and ranks of the best leaves", async () => {
    const query = "lighthouse log";
    const list = await make().retrieve(query, { limit: 3 });
    const vector = await embedder.embedQuery(query);
    const hits = scan(tree, vector, { limit: 3 });
    expect(list.map(({ node, score }) => ({ id: node.row, score }))).toEqual(hits);
    const cosines = scan(tree, vector, { limit: 9, parentWeight: 0 });
    list.forEach(({ node, score, signals }, position) => {
      expect(signals).toEqual({
        "tree.cosine": cosines.find(({ id }) => id === node.row)!.score,
        "tree.score": score,
        "tree.rank": position + 1,
      });
    });
    expect(list[0]!.node.row).toBe(0);
  });

  it("has no score signal where that is the cosine", async () => {
    const keys = ["tree.cosine", "tree.rank"];
    for (const retriever of [make({ parentWeight: 0 }), make({ strategy: "descend" })]) {
      const [first] = await retriever.retrieve("bread");
      expect(Object.keys(first!.signals!).sort()).toEqual(keys);
      expect(first!.signals!["tree.cosine"]).toBe(first!.score);
    }
  });

  it("descends with its width when asked to", async () => {
    const list = await make({ strategy: "descend", width: 1 }).retrieve("bread", { limit: 4 });
    const hits = descend(tree, await embedder.embedQuery("bread"), { width: 1, limit: 4 });
    expect(list.map(({ node, score }) => ({ id: node.row, score }))).toEqual(hits);
    expect(list.length).toBeLessThan(4);
  });

  it("returns leaves only, and higher layers when asked to", async () => {
    const layersOf = async (options: Partial<TreeRetrieverOptions>) => {
      const list = await make(options).retrieve("log", { limit: 50 });
      return new Set(list.map(({ node }) => node.layer));
    };
    for (const strategy of ["scan", "descend"] as const) {
      expect(await layersOf({ strategy })).toEqual(new Set([0]));
      expect(await layersOf({ strategy, upTo: 1, width: 2 })).toEqual(new Set([0, 1]));
    }
  });

  it("uses its name, and finds at most ten unless told otherwise", async () => {
    const many = treeOver(fromRows(await embedder.embedDocuments([...texts, ...texts])));
    const source: NodeSource = { read: async (rows) => rows.map((row) => nodeAt(many, row)) };
    const retriever = treeRetriever(many, { embedder, nodes: source, name: "vectors" });
    const list = await retriever.retrieve("ferry");
    expect(list).toHaveLength(10);
    expect(list[0]!.signals).toMatchObject({ "vectors.rank": 1 });
  });

  it("takes part in a hybrid, embedding each query once", async () => {
    const counting = wordEmbedder();
    const retriever = make({ embedder: counting });
    const options = { fuse: reciprocalRank(), fillSignals: true };
    const list = await hybridRetriever([retriever], options).retrieve("ferry log", { limit: 2 });
    expect(list[0]!.node.row).toBe(3);
    expect(counting.embedded).toEqual(["ferry log"]);
  });
});

describe("score", () => {
  it("gives others' nodes the same signals but the rank, in their order, and keeps theirs", async () => {
    const retriever = make();
    const own = await retriever.retrieve("ferry", { limit: 6 });
    const given = [found(5, { "sparse.bm25": 2 }), found(2), found(tree.parents.length - 1)];
    const scored = await retriever.score!("ferry", given);
    expect(scored.map(({ node }) => node.row)).toEqual(given.map(({ node }) => node.row));
    const { "tree.rank": _, ...signals } = own.find(({ node }) => node.row === 5)!.signals!;
    expect(scored[0]).toEqual({ ...given[0], signals: { "sparse.bm25": 2, ...signals } });
    const root = scored[2]!.signals!;
    expect(root["tree.score"]).toBe(root["tree.cosine"]);
    expect(given[1]!.signals).toEqual({});
  });

  it("embeds nothing when there is nothing to score", async () => {
    const embedQuery = vi.fn();
    expect(await make({ embedder: { embedQuery } }).score!("ferry", [])).toEqual([]);
    expect(embedQuery).not.toHaveBeenCalled();
  });

  it("refuses nodes of another snapshot", async () => {
    await expect(make().score!("ferry", [found(999)])).rejects.toMatchObject({
      code: "invalid-option",
    });
  });
});

describe("what goes wrong", () => {
  it.each<[string, unknown, string]>([
    ["a vector of another width", [1, 2, 3], "dimension-mismatch"],
    ["NaN", new Array(32).fill(Number.NaN), "bad-vector"],
    ["zeros", new Array(32).fill(0), "bad-vector"],
    ["an error", new Error("no model"), "embedder-failed"],
  ])("an embedder that gives %s", async (_, gives, code) => {
    const embedQuery = async () => {
      if (gives instanceof Error) throw gives;
      return gives as number[];
    };
    const retriever = make({ embedder: { embedQuery } });
    await expect(retriever.retrieve("ferry")).rejects.toMatchObject({ code });
    await expect(retriever.score!("ferry", [found(1)])).rejects.toMatchObject({ code });
  });

  it.each([0, -1, 2.5, Number.NaN])("the limit %d", async (limit) => {
    await expect(make().retrieve("ferry", { limit })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it.each<Partial<Record<keyof TreeRetrieverOptions, unknown>>>([
    { width: 0 },
    { parentWeight: -1 },
    { parentWeight: Number.NaN },
    { upTo: -1 },
    { strategy: "flat" },
    { embedder: {} },
    { embedder: undefined },
    { nodes: {} },
  ])("the options %j", (options) => {
    expect(() => make(options as Partial<TreeRetrieverOptions>)).toThrowError(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it.each<[string, NodeSource]>([
    ["nothing", { read: async () => [] }],
    ["other nodes", { read: async (rows) => rows.map((row) => nodeAt(tree, row + 1)) }],
  ])("a source that gives %s", async (_, source) => {
    await expect(make({ nodes: source }).retrieve("ferry")).rejects.toMatchObject({
      code: "corrupt-index",
    });
  });

  it("an abort: before, while the embedder hangs, and while nodes are read", async () => {
    const reason = new Error("enough");
    const early = { signal: AbortSignal.abort(reason) };
    await expect(make().retrieve("ferry", early)).rejects.toBe(reason);
    await expect(make().score!("ferry", [found(1)], early)).rejects.toBe(reason);

    const hanging = make({ embedder: { embedQuery: () => new Promise(() => {}) } });
    const first = new AbortController();
    const waiting = hanging.retrieve("ferry", { signal: first.signal });
    first.abort(reason);
    await expect(waiting).rejects.toBe(reason);

    const second = new AbortController();
    const read = vi.fn<NodeSource["read"]>(async (rows) => {
      second.abort(reason);
      return rows.map((row) => nodeAt(tree, row));
    });
    const call = make({ nodes: { read } }).retrieve("ferry", { signal: second.signal });
    await expect(call).rejects.toBe(reason);
    expect(read.mock.calls[0]![1]).toEqual({ signal: second.signal });
  });
});
