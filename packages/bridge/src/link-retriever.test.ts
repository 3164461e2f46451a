import type { Retriever, ScoredNode } from "@psi/core";
import { runContract, testRetriever, textNodes, wordOverlapRetriever } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";
import { linkRetriever } from "./link-retriever.js";
import { personalisedPageRank } from "./page-rank.js";

const passages = [
  { title: "The Petrel", text: "The Petrel, a brig, was built by Hendry Pask." },
  { title: "Hendry Pask", text: "Hendry Pask was born at Harsett." },
  { title: "Harsett", text: "Harsett is a village." },
  { title: "Edith Sarn", text: "Edith Sarn drew lilies." },
];
const texts = passages.map(({ title, text }) => `${title}\n${text}`);
const nodes = textNodes(texts);
const words = wordOverlapRetriever(texts);
const links = buildLinks(passages);
const retriever = linkRetriever(links, { from: [words], nodes });
const question = "brig";

describe("core's contract", () => {
  runContract(
    testRetriever((given) =>
      linkRetriever(buildLinks(given.map((text) => ({ text }))), {
        from: [wordOverlapRetriever(given)],
        nodes: textNodes(given),
      }),
    ),
    it,
  );
});

describe("linkRetriever", () => {
  it("finds what shares no word with the question, over links, and says why", async () => {
    const found = await retriever.retrieve(question);
    expect(found.map(({ node }) => node.row)).toEqual([0, 1, 2]);
    expect(found[0]?.reasons).toBeUndefined();
    expect(found[1]?.reasons).toEqual([{ name: "Hendry Pask", from: "p0" }]);
    // Two links away: no seed names it.
    expect(found[2]?.reasons).toBeUndefined();
  });

  it("scores by the walk, and tells its logarithm and the rank", async () => {
    const found = await retriever.retrieve(question);
    const values = personalisedPageRank(links, new Map([[0, 1]]), { restart: 0.3 });
    found.forEach(({ node, score, signals }, place) => {
      expect(score).toBeCloseTo(values[node.row] as number, 12);
      expect(signals?.["bridge.rank"]).toBe(place + 1);
      const share = (values[node.row] as number) / (values[found[0]!.node.row] as number);
      expect(signals?.["bridge.pagerank"]).toBeCloseTo(Math.log(1e-6 + share), 9);
    });
  });

  it("starts from what the question names as well", async () => {
    const found = await retriever.retrieve("Did Sarn or Edith Sarn see a brig?");
    expect(found.map(({ node }) => node.row)).toContain(3);
    const named = linkRetriever(links, { from: [nothing()], nodes });
    expect((await named.retrieve("Where is Edith Sarn?")).map(({ node }) => node.row)).toEqual([3]);
    expect(await named.retrieve("Where?")).toEqual([]);
  });

  it("keeps the order of its list where nothing is linked", async () => {
    const plain = ["a b c", "a b", "a"];
    const unlinked = linkRetriever(buildLinks(plain.map((text) => ({ text }))), {
      from: [wordOverlapRetriever(plain)],
      nodes: textNodes(plain),
    });
    expect((await unlinked.retrieve("a b c")).map(({ node }) => node.row)).toEqual([0, 1, 2]);
  });

  it("goes back to the seeds as often as it is told", async () => {
    const back = linkRetriever(links, { from: [words], nodes, restart: 1 });
    expect((await back.retrieve(question)).map(({ node }) => node.row)).toEqual([0]);
  });

  it("finds only what is accepted, also beyond what is not", async () => {
    const found = await linkRetriever(links, {
      from: [words],
      nodes,
      accepts: (row) => row !== 1,
    }).retrieve(question);
    const all = await linkRetriever(links, { from: [words], nodes }).retrieve(question);
    const rows = all.map(({ node }) => node.row);
    expect(rows).toContain(1);
    expect(found.map(({ node }) => node.row)).toEqual(rows.filter((row) => row !== 1));
  });

  it("passes by abstracts of other retrievers, and scores them as unreached", async () => {
    const [first] = await words.retrieve(question);
    const parent = { ...first!, node: { ...first!.node, row: 40, id: "t40", layer: 1 } };
    const both = linkRetriever(links, { from: [fixed([parent, first!])], nodes, name: "links" });
    expect((await both.retrieve(question)).map(({ node }) => node.row)).toEqual([0, 1, 2]);
    const [scored] = (await both.score?.(question, [parent])) ?? [];
    expect(scored?.signals?.["links.pagerank"]).toBeCloseTo(Math.log(1e-6), 9);
  });

  it("hands the signal on, and stops after its lists came", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const stopping: Retriever = {
      name: "stopping",
      retrieve: async (_query, options) => {
        expect(options?.signal).toBe(controller.signal);
        expect(options?.limit).toBe(10);
        controller.abort(reason);
        return [];
      },
    };
    const late = linkRetriever(links, { from: [stopping], nodes });
    await expect(late.retrieve("x", { signal: controller.signal })).rejects.toBe(reason);
  });

  it("refuses no lists, and a restart out of range", () => {
    const refused = expect.objectContaining({ code: "invalid-option" });
    expect(() => linkRetriever(links, { from: [], nodes })).toThrow(refused);
    for (const restart of [-1, 2, Number.NaN]) {
      expect(() => linkRetriever(links, { from: [words], nodes, restart })).toThrow(refused);
    }
  });
});

function fixed(found: readonly ScoredNode[]): Retriever {
  return { name: "fixed", retrieve: async () => found };
}

function nothing(): Retriever {
  return fixed([]);
}
