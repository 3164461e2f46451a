import { memoryStore, type Passage } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "../open-index.js";
import { archive } from "../testing/archive.js";

const words = { embedder: false } as const;
const blank: Passage = { id: "blank", pageContent: " \n", metadata: {} };
const nameless = (pageContent: string): Passage => ({ pageContent, metadata: {} });

describe("the report of a change", () => {
  it("says what was added, updated, removed and left", async () => {
    const index = await openIndex(memoryStore(), words);
    const none = { count: 0, ids: [] };
    expect(await index.add(archive(3))).toMatchObject({
      added: { count: 3, ids: ["a-0", "a-1", "a-2"] },
      updated: none,
      removed: none,
      unchanged: 0,
    });
    const changed = { id: "a-1", pageContent: "Tully left.", metadata: {} };
    expect(await index.update([changed, ...archive(1), ...archive(1, 7)])).toMatchObject({
      ids: ["a-1", "a-0", "a-7"],
      added: { count: 1, ids: ["a-7"] },
      updated: { count: 1, ids: ["a-1"] },
      removed: none,
      unchanged: 2,
    });
    expect(await index.delete(["a-2"])).toMatchObject({
      added: none,
      removed: { count: 1, ids: ["a-2"] },
      unchanged: 3,
    });
    const { metadata } = archive(1)[0] as Passage;
    const moved = { ...(archive(1)[0] as Passage), metadata: { ...metadata, source: "moved.md" } };
    expect(await index.replaceAll([...archive(2, 7), moved])).toMatchObject({
      added: { count: 1, ids: ["a-8"] },
      updated: { count: 1, ids: ["a-0"] },
      removed: { count: 1, ids: ["a-1"] },
      unchanged: 1,
    });
    expect(await index.replaceAll([...archive(2, 7), moved])).toMatchObject({
      added: none,
      updated: none,
      removed: none,
      unchanged: 3,
    });
  });

  it("has its notes as they come, and hears of them once", async () => {
    const heard: string[] = [];
    const index = await openIndex(memoryStore(), { embedder: wordEmbedder() });
    const { notes } = await index.add(
      [blank, { id: "d", pageContent: "Pask.", metadata: { created: new Date(0) } }],
      { onNote: (note) => heard.push(note) },
    );
    expect(notes).toHaveLength(2);
    expect(heard).toEqual(notes);
    expect((await index.node("d")).node.metadata).toEqual({ created: "1970-01-01T00:00:00.000Z" });
  });
});

describe("passages without text", () => {
  it("are left out of every change and counted, and ids stay in the order given", async () => {
    const index = await openIndex(memoryStore(), words);
    const given = [...archive(1), blank, nameless(""), ...archive(1, 1)];
    for (const call of ["add", "replaceAll"] as const) {
      const report = await index[call](given.slice(call === "add" ? 0 : 1));
      expect(report.blank).toBe(2);
      expect(report.ids.at(-1)).toBe("a-1");
      expect(report.ids).toHaveLength(call === "add" ? 4 : 3);
      expect(index.ids).not.toContain("blank");
    }
    expect((await index.estimate([blank, ...archive(1, 5)])).passages).toBe(2);
  });

  it("replace nothing in an update, and what they replaced is removed by replaceAll", async () => {
    const index = await createIndex(memoryStore(), archive(3), words);
    const emptied = { ...blank, id: "a-1" };
    expect(await index.update([emptied])).toMatchObject({ blank: 1, unchanged: 3 });
    expect((await index.node("a-1")).node.text).toContain("Pask");
    expect(await index.replaceAll([emptied, ...archive(1)])).toMatchObject({
      removed: { count: 2, ids: ["a-1", "a-2"] },
    });
  });

  it("alone add nothing, make no index, and do not empty one", async () => {
    const index = await createIndex(memoryStore(), archive(3), words);
    expect(await index.add([blank, blank])).toMatchObject({ blank: 2, passages: 3 });
    await expect(index.replaceAll([blank, nameless(" ")])).rejects.toMatchObject({
      code: "empty-corpus",
    });
    expect(index.size).toBe(3);
    const store = memoryStore();
    await expect(createIndex(store, [blank], words)).rejects.toMatchObject({
      code: "empty-corpus",
    });
    expect((await openIndex(store, words)).inspect().created).toBeUndefined();
    expect(await index.replaceAll([])).toMatchObject({ passages: 0, removed: { count: 3 } });
  });
});

describe("a program that adds its passages each time it runs", () => {
  it("adds them once: the second run changes and pays nothing", async () => {
    const store = memoryStore();
    const embedder = wordEmbedder();
    const texts = ["The Petrel was lost.", "The light was lit.", "The Petrel was lost."];
    const run = async () => {
      const index = await openIndex(store, { embedder });
      return index.add(texts.map(nameless));
    };
    const first = await run();
    expect(first).toMatchObject({ passages: 3, added: { count: 3 } });
    const paid = embedder.embedded.length;
    for (let i = 0; i < 3; i++) {
      const again = await run();
      expect(again).toMatchObject({ ids: first.ids, passages: 3, embedded: 0, unchanged: 3 });
    }
    expect(embedder.embedded).toHaveLength(paid);
  });

  it("adds what is new beside them", async () => {
    const index = await openIndex(memoryStore(), words);
    const { ids } = await index.add(["one", "two"].map(nameless));
    const report = await index.add(["two", "three", "one"].map(nameless));
    expect(report).toMatchObject({ passages: 3, unchanged: 2, added: { count: 1 } });
    expect([report.ids[2], report.ids[0]]).toEqual(ids);
  });

  it("is refused for an id of its own, which update would replace", async () => {
    const index = await createIndex(memoryStore(), archive(2), words);
    await expect(index.add(archive(1))).rejects.toMatchObject({ code: "duplicate-id" });
  });
});
