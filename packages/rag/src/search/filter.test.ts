import { memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex } from "../open-index.js";
import { archive } from "../testing/archive.js";
import { type MetadataFilter, matchingRows } from "./metadata-filter.js";

const passages = archive(60);
const idsIn = (source: string): string[] =>
  passages.flatMap(({ id, metadata }) => (metadata.source === source ? [id as string] : []));

describe("a search with a filter", () => {
  it.each(["hybrid", "tree", "words", "links"] as const)(
    "%s finds what matches, and all of it",
    async (retriever) => {
      const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
      const source = "Cable Street.md";
      const found = await index.search(
        "Pask built Cable Street, Orrin sold the light in the year",
        {
          retriever,
          filter: { source },
          limit: 60,
        },
      );
      const ids = found.map(({ node }) => node.id);
      expect(ids.filter((id) => !idsIn(source).includes(id))).toEqual([]);
      expect(new Set(ids).size).toBe(idsIn(source).length);
      for (const { reasons = [] } of found) {
        for (const { from } of reasons) expect(idsIn(source)).toContain(from);
      }
    },
  );

  it("goes top down only where something matches", async () => {
    const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    const found = await index.search("Pask", {
      retriever: "tree",
      strategy: "descend",
      width: 2,
      filter: { title: "Sarn 4" },
    });
    expect(found.map(({ node }) => node.id)).toEqual(["a-4"]);
  });

  it("finds abstracts of what matches alone, and is handed on by ask and retriever", async () => {
    const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    const filter = { source: "the light.md" };
    for (const { node } of await index.searchAbstracts("light", { filter, limit: 50 })) {
      const { children } = await index.node(node.id);
      for (const child of children) {
        if (child.layer === 0) expect(child.metadata.source).toBe("the light.md");
      }
    }
    expect(await index.searchAbstracts("light", { filter: { source: "none" } })).toEqual([]);
    const { evidence } = await index.ask("Who kept the light?", { filter, answerLength: "long" });
    expect(evidence.length).toBeGreaterThan(0);
    for (const { found } of evidence) {
      if (found.node.layer === 0) expect(found.node.metadata.source).toBe("the light.md");
    }
    const [best] = await index.retriever({ filter: { title: "Sarn 4" } }).retrieve("Pask");
    expect(best?.node.id).toBe("a-4");
    expect(await index.search("Pask", { filter: { source: "none" } })).toEqual([]);
  });

  it("sees what is committed later", async () => {
    const index = await createIndex(memoryStore(), archive(3), { embedder: false });
    const filter = { source: "new.md" };
    expect(await index.search("Pask", { filter })).toEqual([]);
    await index.add([{ id: "n", pageContent: "Pask came back.", metadata: filter }]);
    expect((await index.search("Pask", { filter })).map(({ node }) => node.id)).toEqual(["n"]);
  });
});

describe("matchingRows", () => {
  const metadata = [{ a: 1, b: "x" }, { a: 2, b: "x" }, { b: null }, {}];

  it.each<[MetadataFilter, number[]]>([
    [{}, [0, 1, 2, 3]],
    [{ a: 1 }, [0]],
    [{ a: [1, 2] }, [0, 1]],
    [{ a: 2, b: "x" }, [1]],
    [{ b: null }, [2]],
    [{ a: [] }, []],
    [{ toString: "x" }, []],
  ])("%j", (filter, rows) => {
    expect([...matchingRows(filter, metadata)]).toEqual(rows);
  });

  it.each([null, "source", ["a"], { a: { $in: [1] } }, { a: undefined }, { a: [{}] }])(
    "refuses %j",
    (filter) => {
      expect(() => matchingRows(filter as never, metadata)).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    },
  );
});
