import { memoryStore } from "@psi/core";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import type { PsiIndex } from "./psi-index.js";
import { lmdbStore } from "./store/lmdb-store.js";
import { archive } from "./testing/archive.js";

type Given = never;

const calls: readonly (readonly [string, (index: PsiIndex, options: Given) => unknown])[] = [
  ["openIndex", (_, options) => openIndex(memoryStore(), options)],
  ["createIndex", (_, options) => createIndex(memoryStore(), archive(1), options)],
  ["lmdbStore", (_, options) => lmdbStore("a.psi", options)],
  ["add", (index, options) => index.add(archive(1), options)],
  ["update", (index, options) => index.update(archive(1), options)],
  ["delete", (index, options) => index.delete([], options)],
  ["replaceAll", (index, options) => index.replaceAll(archive(1), options)],
  ["estimate", (index, options) => index.estimate(archive(1), options)],
  ["search", (index, options) => index.search("Pask", options)],
  ["searchAbstracts", (index, options) => index.searchAbstracts("Pask", options)],
  ["ask", (index, options) => index.ask("Pask?", options)],
  ["steps", (index, options) => index.steps("Pask?", options)[Symbol.asyncIterator]().next()],
  ["chat", (index, options) => index.chat(options)],
  ["retriever", (index, options) => index.retriever(options)],
];

describe("options that do not exist", () => {
  it.each(calls)("are refused by %s", async (_, call) => {
    const index = await openIndex(memoryStore(), { embedder: false });
    for (const given of [
      { maxTokns: 5 },
      { limitt: 1 },
      { Signal: undefined },
      { 0: 1 },
      null,
      5,
    ]) {
      await expect((async () => call(index, given as Given))()).rejects.toMatchObject({
        code: "invalid-option",
      });
    }
  });

  it.each<[keyof PsiIndex, object, string]>([
    ["ask", { maxTokns: 5 }, "maxTokens"],
    ["chat", { maxToken: 5 }, "maxTokens"],
    ["ask", { maxCosts: 1 }, "maxCost"],
    ["ask", { timeOut: 1000 }, "timeout"],
    ["search", { filters: { source: "a.md" } }, "filter"],
    ["search", { secondhop: true }, "secondHop"],
    ["add", { signals: undefined }, "signal"],
    ["estimate", { changes: "update" }, "change"],
  ])("are named by %s with the nearest that does: %j", async (name, options, meant) => {
    const index = await openIndex(memoryStore(), { embedder: false });
    const call = async (first: unknown, given: object): Promise<unknown> =>
      name === "chat"
        ? index.chat(given)
        : (index[name] as (first: unknown, given: object) => unknown)(first, given);
    await expect(
      call(name === "add" || name === "estimate" ? [] : "Pask?", options),
    ).rejects.toThrow(new RegExp(`^${name} has no option .* Did you mean "${meant}"\\?$`));
  });
});

describe("what is opened or given must be what it is taken for", () => {
  it("an index is opened by a path or a store", async () => {
    for (const where of [5, null, undefined, {}, [], true, { read: () => [] }]) {
      await expect(openIndex(where as never)).rejects.toMatchObject({ code: "invalid-option" });
    }
    await expect(openIndex("")).rejects.toMatchObject({ code: "invalid-option" });
  });

  it("passages and ids are lists", async () => {
    const index = await openIndex(memoryStore(), { embedder: false });
    for (const given of [null, undefined, {}, "text", 5]) {
      const passages = given as never;
      const refused = { code: "invalid-passage" };
      await expect(createIndex(memoryStore(), passages)).rejects.toMatchObject(refused);
      await expect(index.add(passages)).rejects.toMatchObject(refused);
      await expect(index.update(passages)).rejects.toMatchObject(refused);
      await expect(index.replaceAll(passages)).rejects.toMatchObject(refused);
      await expect(index.delete(passages)).rejects.toMatchObject({ code: "invalid-option" });
    }
  });

  it("parts have their methods", async () => {
    const base = { embedder: false } as const;
    for (const parts of [
      { embedder: null },
      { embedder: {} },
      { ...base, abstracter: {} },
      { ...base, tokenizer: {} },
      { ...base, tokenizer: null },
      { ...base, names: { name: "none" } },
      { ...base, fuse: "rrf" },
    ]) {
      await expect(openIndex(memoryStore(), parts as never)).rejects.toMatchObject({
        code: "invalid-option",
      });
    }
  });

  it("an estimate is of a change that exists, and of an index that is open", async () => {
    const index = await openIndex(memoryStore(), { embedder: false });
    for (const change of ["remove", "toString", 7]) {
      await expect(index.estimate(archive(1), { change: change as never })).rejects.toMatchObject({
        code: "invalid-option",
      });
    }
    await index.close();
    await expect(index.estimate(archive(1))).rejects.toMatchObject({ code: "store-failed" });
  });
});
