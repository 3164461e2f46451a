import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { InMemoryStore } from "@langchain/core/stores";
import { FakeListChatModel, SyntheticEmbeddings } from "@langchain/core/utils/testing";
import { afterAll, describe, expect, it } from "vitest";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { storeFromByteStore } from "./store-from-byte-store.js";
import { deepFreeze, documentsOf, idsOf, TEXTS, WORDS } from "./testing/archive.js";

describe("fromDocuments", () => {
  it("makes an index that finds, and only reads the documents", async () => {
    const documents = deepFreeze(documentsOf(TEXTS));
    const retriever = await PsiRetriever.fromDocuments(documents, { ...WORDS, limit: 2 });
    const found = await retriever.invoke("Who built the lighthouse of Hollin Point?");
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      id: "p0",
      pageContent: TEXTS[0],
      metadata: { source: "archive", nested: { page: 0 } },
    });
    expect(getMatch(found[0])).toMatchObject({ rank: 1, layer: 0, nodeId: "p0" });
    expect(getMatch(found[0])?.via.length).toBeGreaterThan(0);
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
      return [...new Set(found.flatMap((document) => getMatch(document)?.via ?? []))];
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
      PsiRetriever.fromDocuments(
        [new Document({ pageContent: "A gull.", metadata: { depth: Number.NaN } })],
        WORDS,
      ),
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
