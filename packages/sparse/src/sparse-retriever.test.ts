import { hybridRetriever, type NodeSource, reciprocalRank } from "@psi/core";
import { textNodes } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";
import { sparseRetriever } from "./sparse-retriever.js";

const texts = ["An otter in the river", "A heron", "Two otters: an otter family", "Nothing else"];
const index = bm25(texts);
const nodes = textNodes(texts);

describe("sparseRetriever", () => {
  it("lists nodes with their score and rank as signals", async () => {
    const found = await sparseRetriever(index, { nodes }).retrieve("otter");
    expect(found.map(({ node }) => node.id)).toEqual(["p2", "p0"]);
    const hits = index.search("otter", 10);
    expect(found.map(({ score, signals }) => ({ score, signals }))).toEqual(
      hits.map(({ score }, i) => ({
        score,
        signals: { "sparse.bm25": score, "sparse.rank": i + 1 },
      })),
    );
  });

  it("takes another name for its signals", async () => {
    const retriever = sparseRetriever(index, { nodes, name: "words" });
    expect(retriever.name).toBe("words");
    const [first] = await retriever.retrieve("heron");
    expect(Object.keys(first?.signals ?? {})).toEqual(["words.bm25", "words.rank"]);
  });

  it("returns at most the limit, ten when left out, and nothing without words", async () => {
    const many = Array.from({ length: 30 }, (_, i) => `otter ${i}`);
    const retriever = sparseRetriever(bm25(many), { nodes: textNodes(many) });
    expect(await retriever.retrieve("otter")).toHaveLength(10);
    expect(await retriever.retrieve("otter", { limit: 3 })).toHaveLength(3);
    expect(await retriever.retrieve("the of")).toEqual([]);
  });

  it("scores nodes that others found, keeping their order, score and signals", async () => {
    const others = (await nodes.read([3, 0, 2])).map((node) => ({
      node,
      score: 7,
      signals: { "tree.cosine": 0.5 },
    }));
    const parent = { node: { ...others[0]!.node, row: 40, layer: 1 }, score: 1 };
    const scored = await sparseRetriever(index, { nodes }).score?.("otter", [...others, parent]);
    const [, first, second] = [...index.score("otter", [3, 0, 2])];
    expect(scored?.map(({ node, score, signals }) => [node.row, score, signals])).toEqual([
      [3, 7, { "tree.cosine": 0.5, "sparse.bm25": 0 }],
      [0, 7, { "tree.cosine": 0.5, "sparse.bm25": first }],
      [2, 7, { "tree.cosine": 0.5, "sparse.bm25": second }],
      [40, 1, { "sparse.bm25": 0 }],
    ]);
    expect(others[0]?.signals).toEqual({ "tree.cosine": 0.5 });
  });

  it("works inside a hybrid", async () => {
    const hybrid = hybridRetriever([sparseRetriever(index, { nodes })], {
      fuse: reciprocalRank(),
      fillSignals: true,
    });
    const [first] = await hybrid.retrieve("otter", { limit: 1 });
    expect(first?.node.id).toBe("p2");
  });

  it.each([0, -3, 2.5])("refuses the limit %o", async (limit) => {
    const careless = { search: () => [], score: () => new Float64Array() };
    const retriever = sparseRetriever(careless, { nodes });
    await expect(retriever.retrieve("otter", { limit })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("hands the signal on, and stops before, between and after", async () => {
    const reason = new Error("enough");
    const retriever = sparseRetriever(index, { nodes });
    const aborted = AbortSignal.abort(reason);
    await expect(retriever.retrieve("otter", { signal: aborted })).rejects.toBe(reason);
    await expect(retriever.score?.("otter", [], { signal: aborted })).rejects.toBe(reason);

    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const slow: NodeSource = {
      read: async (rows, options) => {
        given = options?.signal;
        controller.abort(reason);
        return nodes.read(rows);
      },
    };
    const later = sparseRetriever(index, { nodes: slow });
    await expect(later.retrieve("otter", { signal: controller.signal })).rejects.toBe(reason);
    expect(given).toBe(controller.signal);
  });
});
