import { runContract, testRetriever, textNodes } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { buildLinks } from "../build-links.js";
import { bridgeRetriever } from "./bridge-retriever.js";
import { harbour, harbourBridge, plainWords, sharedWords } from "./harbour.js";
import { sentenceStems } from "./sentence-stems.js";

const texts = harbour.map(({ text }) => text);
const whole = harbour.map(({ title = "", text }) => `${title}\n${text}`);
const retriever = bridgeRetriever({
  ...harbourBridge(),
  tokenizer: plainWords,
  sparse: sharedWords(whole),
  nodes: textNodes(texts),
});

describe("bridgeRetriever", () => {
  runContract(
    testRetriever((given) => {
      const passages = given.map((text) => ({ text }));
      const links = buildLinks(passages);
      return bridgeRetriever({
        links,
        stems: sentenceStems(passages, links, plainWords),
        tokenizer: plainWords,
        sparse: sharedWords(given),
        nodes: textNodes(given),
      });
    }),
    it,
  );

  it("finds over a name what shares no word with the question", async () => {
    const found = await retriever.retrieve("Where was the builder of the Petrel born?", {
      limit: 3,
    });
    expect(found.map(({ node }) => node.row)).toContain(1);
    expect(found[0]?.node.row).toBe(0);
  });

  it("tells of every candidate what names and sentences say, and shows the sentence", async () => {
    const nodes = await textNodes(texts).read([0, 1, 3, 5]);
    const candidates = nodes.map((node) => ({ node, score: 0, signals: { "sparse.bm25": 1 } }));
    const scored = await retriever.score?.(
      "Who built the Petrel, and where was he born?",
      candidates,
    );
    const [petrel, pask, sarn, rain] = scored ?? [];
    expect(pask?.reasons).toEqual([
      { name: "Hendry Pask", from: "p0", sentence: "She was built by Hendry Pask in 1840." },
    ]);
    expect(pask?.signals).toMatchObject({ "sparse.bm25": 1, "bridge.namedByNamed": 1 });
    expect(pask?.signals?.["bridge.said"]).toBeGreaterThan(0);
    expect(petrel?.signals).toMatchObject({
      "bridge.named": 1,
      "bridge.inQuestion": 1,
      "bridge.isFirst": 1,
    });
    expect(rain?.signals?.["bridge.link"]).toBe(0);
    expect(sarn?.signals?.["bridge.named"]).toBe(0);
    expect(rain?.reasons).toBeUndefined();
    for (const { signals } of scored ?? []) {
      for (const [name, value] of Object.entries(signals ?? {}))
        expect([name, Number.isFinite(value)]).toEqual([name, true]);
    }
  });

  it("writes all its features under its name, with the same values", async () => {
    const question = "Who built the Petrel, and where was he born?";
    const featuresOf = async (name?: string) => {
      const named = bridgeRetriever({
        ...harbourBridge(),
        tokenizer: plainWords,
        sparse: sharedWords(whole),
        nodes: textNodes(texts),
        ...(name !== undefined && { name }),
      });
      const found = await named.retrieve(question, { limit: 3 });
      const scored = (await named.score?.(question, found)) ?? [];
      return [...found, ...scored].map(({ signals = {} }) => Object.entries(signals));
    };
    const expected = (await featuresOf()).map((features) =>
      features.map(([name, value]) => [name.replace(/^bridge\./, "around."), value]),
    );
    expect(expected.flat().length).toBeGreaterThan(90);
    expect(await featuresOf("around")).toEqual(expected);
  });

  it("finds only what is accepted, and takes nothing else for found", async () => {
    const accepts = (row: number): boolean => row === 1 || row === 2 || row === 4;
    const all = sharedWords(whole);
    const among = bridgeRetriever({
      ...harbourBridge(),
      tokenizer: plainWords,
      sparse: {
        ...all,
        search: (query, limit) =>
          all
            .search(query, whole.length)
            .filter(({ id }) => accepts(id))
            .slice(0, limit),
      },
      nodes: textNodes(texts),
      accepts,
    });
    // The Petrel's own passage, row 0, is named in the question and links to row 1, and may not be seen.
    const question = "Where was Hendry Pask born, who built the Petrel at Harsett?";
    const found = await among.retrieve(question, { limit: 9 });
    expect(found.map(({ node }) => node.row).sort()).toEqual([1, 2, 4]);
    const scored = await among.score?.(question, found);
    for (const { signals, reasons = [] } of scored ?? []) {
      expect(signals?.["bridge.questionNamed"]).toBeLessThanOrEqual(2);
      for (const { from } of reasons) expect(["p1", "p2", "p4"]).toContain(from);
    }
  });

  it("uses vectors where there are some", async () => {
    const withVectors = bridgeRetriever({
      ...harbourBridge(),
      tokenizer: plainWords,
      sparse: sharedWords(whole),
      nodes: textNodes(texts),
      vectors: {
        search: async () => [
          { id: 3, score: 0.9 },
          { id: 4, score: 0.4 },
        ],
        similarity: (a, b) => (a === b ? 1 : 0.25),
      },
    });
    const found = await withVectors.retrieve("xyz", { limit: 2 });
    expect(found.map(({ node }) => node.row).sort()).toEqual([3, 4]);
    const scored = await withVectors.score?.("xyz", found);
    expect(scored?.[0]?.signals).toMatchObject({ "bridge.similar1": 1, "bridge.vectorsPlace": 0 });
  });

  it("refuses sentences that were cut otherwise", () => {
    const other = { ...plainWords, name: "other" };
    expect(() =>
      bridgeRetriever({
        ...harbourBridge(),
        tokenizer: other,
        sparse: sharedWords(whole),
        nodes: textNodes(texts),
      }),
    ).toThrow(expect.objectContaining({ code: "incompatible-index" }));
  });
});
