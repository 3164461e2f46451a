import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { index, type RecordManagerInterface } from "@langchain/core/indexing";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { InMemoryStore } from "@langchain/core/stores";
import { FakeListChatModel, SyntheticEmbeddings } from "@langchain/core/utils/testing";
import type { VectorStore } from "@langchain/core/vectorstores";
import { memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { PsiRetriever } from "./psi-retriever.js";
import { storeFromByteStore } from "./store-from-byte-store.js";

const WORDS = { embedder: wordEmbedder() };
const TEXTS = [
  "The lighthouse of Hollin Point was built by Mara Quill.",
  "Mara Quill, the engineer, was born in Oster.",
  "Oster lies on the river Senn.",
  "Sheep graze on the moor above the village.",
  "The mill closed after the flood.",
];

function documentsOf(texts: readonly string[], source = "archive"): Document[] {
  return texts.map(
    (pageContent, i) =>
      new Document({ pageContent, id: `p${i}`, metadata: { source, nested: { page: i } } }),
  );
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

const idsOf = (documents: readonly DocumentInterface[]): (string | undefined)[] =>
  documents.map(({ id }) => id);

describe("fromDocuments", () => {
  it("makes an index that finds, and only reads the documents", async () => {
    const documents = deepFreeze(documentsOf(TEXTS));
    const retriever = await PsiRetriever.fromDocuments(documents, { ...WORDS, limit: 2 });
    const found = await retriever.invoke("Who built the lighthouse of Hollin Point?");
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      id: "p0",
      pageContent: TEXTS[0],
      metadata: {
        source: "archive",
        nested: { page: 0 },
        psi: { rank: 1, layer: 0, nodeId: "p0" },
      },
    });
    expect(found[0]?.metadata.psi.via.length).toBeGreaterThan(0);
    expect(retriever.index.size).toBe(5);
  });

  it("takes LangChain's embeddings, and gives ids to documents without", async () => {
    const documents = TEXTS.map((pageContent) => new Document({ pageContent }));
    const embedder = new SyntheticEmbeddings({ vectorSize: 16 });
    const retriever = await PsiRetriever.fromDocuments(documents, {
      embedder,
      embedderName: "synthetic-16",
    });
    const ids = idsOf(
      await retriever.invoke("lighthouse", { configurable: { psi: { limit: 5 } } }),
    );
    expect(new Set(ids).size).toBe(5);
    expect(ids.every((id) => typeof id === "string" && id !== "")).toBe(true);
    expect([...ids].sort()).toEqual([...retriever.index.ids].sort());
  });

  it("searches as the call says", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const via = async (kind: string) => {
      const found = await retriever.invoke("Mara Quill", {
        configurable: { psi: { retriever: kind, limit: 2 } },
      });
      return [...new Set(found.flatMap(({ metadata }) => metadata.psi.via))];
    };
    expect(await via("words")).toHaveLength(1);
    expect(await via("tree")).toHaveLength(1);
    expect(await via("words")).not.toEqual(await via("tree"));
    await expect(via("treee")).rejects.toMatchObject({ code: "invalid-option" });
    const nothing = await retriever.invoke("Mara Quill", {
      configurable: { psi: { fuse: async () => [] } },
    });
    expect(nothing).toEqual([]);
  });

  it("reports progress and stops on a signal", async () => {
    const stages = new Set<string>();
    await PsiRetriever.fromDocuments(documentsOf(TEXTS), {
      ...WORDS,
      onProgress: ({ stage }) => stages.add(stage),
    });
    expect(stages).toContain("embed");
    const stopped = PsiRetriever.fromDocuments(documentsOf(TEXTS), {
      ...WORDS,
      signal: AbortSignal.abort("no"),
    });
    await expect(stopped).rejects.toBe("no");
  });

  it("passes errors of the parts on", async () => {
    await expect(
      PsiRetriever.fromDocuments(documentsOf([...TEXTS, " "]), WORDS),
    ).rejects.toMatchObject({ code: "invalid-passage" });
    const twice = [...documentsOf(TEXTS), ...documentsOf(TEXTS)];
    await expect(PsiRetriever.fromDocuments(twice, WORDS)).rejects.toMatchObject({
      code: "duplicate-id",
    });
    const embedder = {
      name: "broken",
      embedDocuments: () => Promise.reject(new Error("no")),
      embedQuery: () => Promise.reject(new Error("no")),
    };
    await expect(
      PsiRetriever.fromDocuments(documentsOf(TEXTS), { embedder }),
    ).rejects.toMatchObject({ code: "embedder-failed" });
  });
});

describe("open", () => {
  const folder = mkdtempSync(join(tmpdir(), "psi-langchain-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("finds again what was made at a path, and refuses to make it twice", async () => {
    const where = join(folder, "archive.psi");
    const made = await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, where });
    await made.index.close();
    expect(existsSync(where)).toBe(true);
    await expect(
      PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, where }),
    ).rejects.toMatchObject({ code: "index-exists" });
    const opened = await PsiRetriever.open(where, { ...WORDS, limit: 1 });
    expect(idsOf(await opened.invoke("Where do sheep graze?"))).toEqual(["p3"]);
    await opened.index.close();
  });

  it("makes an empty index where there is none, unless it may only read", async () => {
    const store = storeFromByteStore(new InMemoryStore<Uint8Array>());
    await expect(PsiRetriever.open(store, { ...WORDS, readOnly: true })).rejects.toMatchObject({
      code: "not-an-index",
    });
    const retriever = await PsiRetriever.open(store, WORDS);
    expect(await retriever.invoke("anything")).toEqual([]);
    expect(await retriever.addDocuments(documentsOf(TEXTS))).toEqual([
      "p0",
      "p1",
      "p2",
      "p3",
      "p4",
    ]);
    expect(
      idsOf(await (await PsiRetriever.open(store, WORDS)).invoke("sheep on the moor"))[0],
    ).toBe("p3");
  });
});

describe("addDocuments and delete", () => {
  it("adds under the documents' ids or the call's, and replaces", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const late = deepFreeze([new Document({ pageContent: "The ferry sails at noon.", id: "own" })]);
    expect(await retriever.addDocuments(late)).toEqual(["own"]);
    expect(await retriever.addDocuments(late, { ids: ["given"] })).toEqual(["given"]);
    expect(
      await retriever.addDocuments([new Document({ pageContent: "The ferry sails at dusk." })], {
        ids: ["own"],
      }),
    ).toEqual(["own"]);
    expect(retriever.index.size).toBe(7);
    const found = await retriever.invoke("When does the ferry sail at dusk?", {
      configurable: { psi: { limit: 1 } },
    });
    expect(found[0]).toMatchObject({ id: "own", pageContent: "The ferry sails at dusk." });
    expect(await retriever.addDocuments([])).toEqual([]);
  });

  it("gives ids to documents without", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const [id] = await retriever.addDocuments([new Document({ pageContent: "A ferry." })]);
    expect(retriever.index.ids).toContain(id);
  });

  it("changes nothing when it cannot do all", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const [known, fresh] = [
      new Document({ pageContent: "New text.", id: "p0" }),
      new Document({ pageContent: "A ferry." }),
    ];
    await expect(retriever.addDocuments([known, fresh])).rejects.toMatchObject({
      code: "invalid-option",
      message: /"p0"/,
    });
    await expect(retriever.addDocuments([known, fresh], { ids: ["one"] })).rejects.toMatchObject({
      code: "invalid-option",
      message: /1 ids for 2/,
    });
    await expect(retriever.addDocuments([known, fresh], { ids: ["q", "q"] })).rejects.toMatchObject(
      { code: "duplicate-id" },
    );
    expect(retriever.index.size).toBe(5);
    expect(idsOf(await retriever.invoke("Hollin Point lighthouse"))).toContain("p0");
  });

  it("takes changes that are asked for at once, one after another, also after one that fails", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    const changes = await Promise.allSettled([
      retriever.addDocuments([new Document({ pageContent: "A ferry." })], { ids: ["new"] }),
      retriever.addDocuments([new Document({ pageContent: " " })]),
      retriever.delete({ ids: ["p0", "new"] }),
      retriever.addDocuments([new Document({ pageContent: "An island." })], { ids: ["p0"] }),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect([...retriever.index.ids].sort()).toEqual(["p0", "p1", "p2", "p3", "p4"]);
  });

  it("adds the same text without an id once more, as a second document", async () => {
    const retriever = await PsiRetriever.fromDocuments(
      [new Document({ pageContent: "A ferry." })],
      WORDS,
    );
    const [id] = await retriever.addDocuments([new Document({ pageContent: "A ferry." })]);
    expect(retriever.index.size).toBe(2);
    expect(retriever.index.ids).toContain(id);
  });

  it("deletes, passing over what is not there", async () => {
    const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), WORDS);
    await retriever.delete({ ids: ["p0", "p0", "never was"] });
    await retriever.delete({ ids: ["never was"] });
    expect(retriever.index.ids).toEqual(["p1", "p2", "p3", "p4"]);
    expect(idsOf(await retriever.invoke("lighthouse of Hollin Point"))).not.toContain("p0");
    for (const bad of [undefined, {}, { ids: "p1" }]) {
      await expect(retriever.delete(bad as never)).rejects.toMatchObject({
        code: "invalid-option",
      });
    }
  });
});

describe("LangChain's index()", () => {
  /** The record manager that core has none of: keys with the time of their last sight, and their group. */
  function recordManager(): RecordManagerInterface {
    const records = new Map<string, { at: number; group: string | null }>();
    let clock = 0;
    return {
      createSchema: async () => {},
      getTime: async () => ++clock,
      exists: async (keys) => keys.map((key) => records.has(key)),
      async update(keys, { groupIds } = {}) {
        keys.forEach((key, i) => {
          records.set(key, { at: clock, group: groupIds?.[i] ?? records.get(key)?.group ?? null });
        });
      },
      listKeys: async ({ before = Number.POSITIVE_INFINITY, groupIds, limit }) =>
        [...records]
          .filter(
            ([, { at, group }]) =>
              at < before && (groupIds === undefined || groupIds.includes(group)),
          )
          .map(([key]) => key)
          .slice(0, limit),
      async deleteKeys(keys) {
        for (const key of keys) records.delete(key);
      },
    };
  }

  async function target() {
    const retriever = await PsiRetriever.open(memoryStore(), WORDS);
    const records = recordManager();
    const run = (docsSource: Document[], options: Parameters<typeof index>[0]["options"]) =>
      index({
        docsSource,
        recordManager: records,
        vectorStore: retriever as unknown as VectorStore,
        options: options ?? {},
      });
    const texts = async () => {
      const found = await retriever.invoke("the", { configurable: { psi: { limit: 50 } } });
      return found.map(({ pageContent }) => pageContent).sort();
    };
    return { retriever, run, texts };
  }

  it("full: what is no longer given is removed", async () => {
    const { retriever, run } = await target();
    expect(await run(documentsOf(TEXTS), { cleanup: "full", batchSize: 2 })).toMatchObject({
      numAdded: 5,
      numDeleted: 0,
    });
    expect(await run(documentsOf(TEXTS.slice(1)), { cleanup: "full" })).toMatchObject({
      numAdded: 0,
      numSkipped: 4,
      numDeleted: 1,
    });
    expect(retriever.index.size).toBe(4);
    const found = await retriever.invoke("lighthouse of Hollin Point");
    expect(found.map(({ pageContent }) => pageContent)).not.toContain(TEXTS[0]);
    expect(await run([], { cleanup: "full" })).toMatchObject({ numDeleted: 4 });
    expect(retriever.index.size).toBe(0);
    expect(await retriever.invoke("lighthouse")).toEqual([]);
    expect(await run(documentsOf(TEXTS), { cleanup: "full" })).toMatchObject({ numAdded: 5 });
    expect(retriever.index.size).toBe(5);
  });

  it("incremental: a changed source loses its old passages, others keep theirs", async () => {
    const { retriever, run, texts } = await target();
    const options = { cleanup: "incremental", sourceIdKey: "source" } as const;
    await run(
      [...documentsOf(TEXTS.slice(0, 2), "a"), ...documentsOf(TEXTS.slice(2), "b")],
      options,
    );
    const changed = documentsOf(["The lighthouse was pulled down.", TEXTS[1] as string], "a");
    // The second has the text and the (flat) metadata that it had, so it is the same document.
    expect(await run(changed, options)).toMatchObject({
      numAdded: 1,
      numSkipped: 1,
      numDeleted: 1,
    });
    expect(retriever.index.size).toBe(5);
    expect(await texts()).toEqual(["The lighthouse was pulled down.", ...TEXTS.slice(1)].sort());
  });

  it("forceUpdate writes what is there again", async () => {
    const { retriever, run } = await target();
    await run(documentsOf(TEXTS), { cleanup: "full" });
    expect(await run(documentsOf(TEXTS), { cleanup: "full", forceUpdate: true })).toMatchObject({
      numUpdated: 5,
      numDeleted: 0,
    });
    expect(retriever.index.size).toBe(5);
  });
});

it("drops into a chain that answers", async () => {
  const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, limit: 1 });
  const asked: string[] = [];
  const chain = RunnableSequence.from([
    {
      context: retriever.pipe((found: DocumentInterface[]) =>
        found.map(({ pageContent }) => pageContent).join("\n"),
      ),
      question: new RunnablePassthrough<string>(),
    },
    ChatPromptTemplate.fromTemplate("{context}\n\n{question}"),
    (prompt) => {
      asked.push(prompt.toString());
      return prompt;
    },
    new FakeListChatModel({ responses: ["Mara Quill."] }),
    new StringOutputParser(),
  ]);
  expect(await chain.invoke("Who built the lighthouse of Hollin Point?")).toBe("Mara Quill.");
  expect(asked[0]).toContain(TEXTS[0]);
});

it("passes the parts on: another abstracter's texts are in the tree", async () => {
  const written: string[] = [];
  const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), {
    ...WORDS,
    abstracter: {
      name: "own",
      free: true,
      abstract: async ({ texts }) => {
        written.push(...texts);
        return { text: `About ${texts.length} things.`, notes: [] };
      },
    },
  });
  expect(written.length).toBeGreaterThan(0);
  expect((await retriever.index.node()).node.text).toMatch(/^About/);
});

it("needs nothing but the documents: the shipped model makes the vectors", async () => {
  const retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), { limit: 1 });
  const [found] = await retriever.invoke("Where do animals feed on grass?");
  expect(found?.id).toBe("p3");
  expect(retriever.index.inspect().embedder).toMatch(/bge/);
});
