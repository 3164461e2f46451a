import { summary } from "@psi/abstract";
import { type Embedder, memoryStore, type Passage, type PsiErrorCode } from "@psi/core";
import { scriptedModel, wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import { archive } from "./testing/archive.js";

const words = wordEmbedder();

describe("passages that can't be indexed", () => {
  const passage = (changes: object): Passage => ({
    id: "x",
    pageContent: "text",
    metadata: {},
    ...changes,
  });
  const cases: readonly [string, unknown, PsiErrorCode, RegExp][] = [
    ["none", [], "empty-corpus", /no passages/],
    ["no list", null, "invalid-passage", /array/],
    ["no text", [passage({ pageContent: undefined })], "invalid-passage", /Passage 0 \(id "x"\)/],
    ["no object", [null], "invalid-passage", /Passage 0/],
    ["an empty id", [passage({ id: "" })], "invalid-passage", /id/],
    ["an id that is a number", [passage({ id: 7 })], "invalid-passage", /id/],
    [
      "ids given twice",
      [passage({}), passage({ pageContent: "other" })],
      "duplicate-id",
      /0 and 1.*"x"/,
    ],
    [
      "metadata that JSON cannot hold",
      [passage({ metadata: { a: { b: [1, 2, Number.NaN] } } })],
      "invalid-passage",
      /passage 0 \(id "x"\).*metadata\.a\.b\[2\] is NaN/,
    ],
  ];

  it.each(cases)("%s", async (_, passages, code, message) => {
    const embedder = wordEmbedder();
    const given = passages as Passage[];
    await expect(createIndex(memoryStore(), given, { embedder })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
    expect(embedder.embedded).toEqual([]);
  });

  it("text that is odd but text is indexed: 5 MB, emoji, half a surrogate pair, NUL", async () => {
    const texts = ["word ".repeat(1_000_000), "👩‍🚀🎉", "\ud800", "\0", "‏שלום עולם"];
    const passages = texts.map((pageContent, i) => ({ id: `t${i}`, pageContent, metadata: {} }));
    const index = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    for (const [i, text] of texts.entries())
      expect((await index.node(`t${i}`)).node.text).toBe(text);
  }, 120_000);
});

describe("an embedder that", () => {
  const broken = (embedDocuments: (texts: string[]) => unknown): Embedder =>
    ({ ...words, embedDocuments }) as unknown as Embedder;
  const cases: readonly [string, Embedder, PsiErrorCode, RegExp][] = [
    [
      "returns NaN",
      broken((t) => Promise.resolve(t.map(() => [Number.NaN, 1]))),
      "bad-vector",
      /"a-0"/,
    ],
    [
      "returns zeros",
      broken((t) => Promise.resolve(t.map(() => [0, 0]))),
      "bad-vector",
      /only zeros/,
    ],
    [
      "returns too few",
      broken((t) => Promise.resolve(t.slice(1).map(() => [1, 2]))),
      "embedder-failed",
      /63 vectors for 64/,
    ],
    ["returns nothing", broken(() => Promise.resolve(undefined)), "embedder-failed", /no vectors/],
    [
      "changes its width",
      broken((t) => Promise.resolve(t.map((text) => (text.includes("Number 70 ") ? [1] : [1, 2])))),
      "dimension-mismatch",
      /returned 1 numbers for passage "a-70", where the other vectors have 2/,
    ],
    ["is none", {} as Embedder, "invalid-option", /embedDocuments/],
  ];

  it.each(cases)("%s", async (_, embedder, code, message) => {
    await expect(createIndex(memoryStore(), archive(100), { embedder })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  it("throws in the middle: what came before is kept, and not paid again", async () => {
    const store = memoryStore();
    const embedder = wordEmbedder();
    let calls = 0;
    const failing = broken(async (texts) => {
      if (++calls === 2) throw new Error("quota");
      return embedder.embedDocuments(texts);
    });
    await expect(createIndex(store, archive(100), { embedder: failing })).rejects.toMatchObject({
      code: "embedder-failed",
      cause: new Error("quota"),
    });
    const index = await createIndex(store, archive(100), { embedder });
    expect(index.size).toBe(100);
    expect(new Set(embedder.embedded).size).toBe(embedder.embedded.length);
  });

  it("has no name", async () => {
    const nameless = { embedDocuments: words.embedDocuments, embedQuery: words.embedQuery };
    await expect(openIndex(memoryStore(), { embedder: nameless })).rejects.toMatchObject({
      code: "invalid-option",
    });
    await openIndex(memoryStore(), { embedder: nameless, embedderName: "mine" });
  });

  it("is another than the index was made with: both are named", async () => {
    const store = memoryStore();
    await createIndex(store, archive(5), { embedder: wordEmbedder({ name: "old" }) });
    await expect(
      openIndex(store, { embedder: wordEmbedder({ name: "new" }) }),
    ).rejects.toMatchObject({
      code: "incompatible-index",
      message: expect.stringMatching(/"old".*"new"/),
    });
    const byWords = await openIndex(store, { embedder: false });
    expect(await byWords.search("Pask")).not.toEqual([]);
    await expect(byWords.add(archive(1, 9))).rejects.toMatchObject({ code: "incompatible-index" });
  });
});

describe("a model that", () => {
  const build = (reply: Parameters<typeof scriptedModel>[0][number], signal?: AbortSignal) => {
    const model = scriptedModel(new Array(500).fill(reply));
    const options = {
      embedder: wordEmbedder(),
      abstracter: summary(model),
      ...(signal && { signal }),
    };
    return createIndex(memoryStore(), archive(30), options);
  };

  it("throws: the build stops with its cause", async () => {
    await expect(build(new Error("overloaded"))).rejects.toMatchObject({
      code: "model-failed",
      cause: expect.anything(),
    });
  });

  it("hangs: the signal ends it", async () => {
    const signal = AbortSignal.timeout(150);
    await expect(build(() => new Promise(() => {}), signal)).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  it("says nothing: extractive abstracts take its place, and the report says so", async () => {
    const model = scriptedModel(new Array(500).fill(""));
    const index = await openIndex(memoryStore(), {
      embedder: wordEmbedder(),
      abstracter: summary(model),
    });
    const report = await index.add(archive(30));
    expect(report.notes.length).toBeGreaterThan(0);
    const { node, notes } = await index.node();
    expect(node.text).not.toBe("");
    expect(notes.length).toBeGreaterThan(0);
  });
});

describe("a query", () => {
  it("that is odd finds something or nothing; options out of range are refused", async () => {
    const index = await createIndex(memoryStore(), archive(20), { embedder: wordEmbedder() });
    for (const query of ["", " ", "\ud800", "the of and", "x".repeat(100_000), "👩‍🚀"]) {
      expect((await index.search(query)).length).toBeLessThanOrEqual(5);
    }
    expect(await index.search("Pask", { limit: 100 })).toHaveLength(20);
    for (const bad of [
      { limit: 0 },
      { limit: 1.5 },
      { retriever: "best" as never },
      { strategy: "descend" as const, width: 0 },
    ]) {
      await expect(index.search("Pask", bad)).rejects.toMatchObject({ code: "invalid-option" });
    }
    await expect(index.search(7 as never)).rejects.toMatchObject({ code: "invalid-option" });
    await expect(
      index.search("Pask", { signal: AbortSignal.abort(new Error("stop")) }),
    ).rejects.toThrow("stop");
    await expect(index.node("nobody")).rejects.toMatchObject({ code: "unknown-id" });
  });
});

describe("two changes at once", () => {
  it("the second is refused, and can be made after the first", async () => {
    const index = await openIndex(memoryStore(), { embedder: wordEmbedder() });
    const [first, second] = await Promise.allSettled([
      index.add(archive(5)),
      index.add(archive(5, 5)),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "store-locked" } });
    await index.add(archive(5, 5));
    expect(index.size).toBe(10);
  });
});
