import { memoryStore, type Passage } from "@psi/core";
import { type CountingEmbedder, wordEmbedder } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import type { PsiIndex } from "./psi-index.js";
import { archive } from "./testing/archive.js";

/** An abstracter that is paid for, and keeps what it was asked. */
function countingAbstracter(): {
  name: string;
  free: false;
  asked: string[];
  abstract(group: { texts: readonly string[] }): Promise<{ text: string; notes: string[] }>;
} {
  const asked: string[] = [];
  return {
    name: "counting",
    free: false,
    asked,
    async abstract({ texts }) {
      asked.push(texts.join("\n"));
      return { text: texts.map((text) => text.slice(0, 12)).join("; "), notes: [] };
    },
  };
}

/** All that a user can see of an index's tree: for each node its text and its children's ids. */
async function seen(index: PsiIndex, id?: string): Promise<unknown> {
  const { node, children } = await index.node(id);
  return {
    id: node.id,
    text: node.text,
    metadata: node.metadata,
    children: await Promise.all(children.map((child) => seen(index, child.id))),
  };
}

const twice = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, i) => texts.indexOf(text) !== i);

describe("add, update, delete", () => {
  it("pay for what is new only, and nothing twice", async () => {
    const embedder = wordEmbedder();
    const abstracter = countingAbstracter();
    const index = await createIndex(memoryStore(), archive(100), { embedder, abstracter });
    const before = { embedded: embedder.embedded.length, asked: abstracter.asked.length };
    const { layers } = index.inspect();
    const report = await index.add(archive(1, 100));
    expect(report.passages).toBe(101);
    expect(report.embedded).toBe(embedder.embedded.length - before.embedded);
    expect(report.abstractsWritten).toBe(abstracter.asked.length - before.asked);
    // The passage's own path, and a few groups that the changed shape regroups.
    expect(report.abstractsWritten).toBeLessThanOrEqual(4 * layers.length);
    await index.update([{ id: "a-5", pageContent: "Pask moved to the light.", metadata: {} }]);
    await index.delete(["a-7", "a-8"]);
    await index.add(archive(2, 7));
    expect(index.size).toBe(101);
    expect(twice(embedder.embedded)).toEqual([]);
    expect(twice(abstracter.asked)).toEqual([]);
  });

  it("do nothing when nothing changes", async () => {
    const embedder = wordEmbedder();
    const index = await createIndex(memoryStore(), archive(30), { embedder });
    const { created } = index.inspect();
    embedder.embedded.length = 0;
    expect(await index.update(archive(3))).toMatchObject({
      passages: 30,
      embedded: 0,
      abstractsWritten: 0,
    });
    await index.replaceAll(archive(30));
    await index.add([]);
    await index.delete([]);
    expect(index.inspect().created).toBe(created);
    expect(embedder.embedded).toEqual([]);
  });

  it("leave the same index as a fresh build on the same passages in the same order", async () => {
    const operation = fc.record({
      kind: fc.constantFrom("add" as const, "update" as const, "delete" as const),
      at: fc.nat(39),
      word: fc.constantFrom("harbour", "chart", "lily"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 6 }), async (operations) => {
        const index = await createIndex(memoryStore(), archive(12), { embedder: wordEmbedder() });
        let passages: Passage[] = [...archive(12)];
        for (const { kind, at, word } of operations) {
          passages = await apply(index, passages, kind, `a-${at}`, `${word} ${at}`);
        }
        const ordered = index.ids.map(
          (id) => passages.find((passage) => passage.id === id) as Passage,
        );
        expect(ordered).toHaveLength(passages.length);
        if (passages.length === 0) return;
        const fresh = await createIndex(memoryStore(), ordered, { embedder: wordEmbedder() });
        expect(await seen(index)).toEqual(await seen(fresh));
        expect(await index.search("harbour 7")).toEqual(await fresh.search("harbour 7"));
      }),
      { numRuns: 25 },
    );
  });

  it("change nothing when a part of the change is refused", async () => {
    const index = await createIndex(memoryStore(), archive(10), { embedder: wordEmbedder() });
    await expect(index.add([...archive(1, 50), ...archive(1)])).rejects.toMatchObject({
      code: "duplicate-id",
    });
    await expect(index.delete(["a-1", "nobody"])).rejects.toMatchObject({ code: "unknown-id" });
    await expect(index.update([{ pageContent: "no id", metadata: {} }])).rejects.toMatchObject({
      code: "invalid-passage",
    });
    expect([...index.ids]).toEqual(archive(10).map(({ id }) => id));
  });
});

describe("other parts", () => {
  it("another abstracter keeps the vectors of passages", async () => {
    const store = memoryStore();
    const embedder: CountingEmbedder = wordEmbedder();
    const first = await createIndex(store, archive(40), { embedder });
    const free = (await first.node()).node.text;
    embedder.embedded.length = 0;
    const second = await openIndex(store, { embedder, abstracter: countingAbstracter() });
    await second.replaceAll(archive(40));
    expect((await second.node()).node.text).not.toBe(free);
    const texts = new Set(archive(40).map(({ pageContent }) => pageContent));
    expect(embedder.embedded.some((text) => texts.has(text.split("\n")[1] ?? text))).toBe(false);
  });

  it("without an abstracter, upper nodes have no text", async () => {
    const index = await createIndex(memoryStore(), archive(40), {
      embedder: wordEmbedder(),
      abstracter: false,
    });
    expect((await index.node()).node.text).toBe("");
    expect((await index.search("Pask"))[0]?.node.text).toContain("Pask");
    await expect(index.searchAbstracts("Pask")).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("an estimate", () => {
  const priced = {
    ...countingAbstracter(),
    estimate: () => ({ promptTokens: 100, completionTokens: 10 }),
  };

  it("counts what is missing, and is exact once passages are embedded", async () => {
    const store = memoryStore();
    const index = await openIndex(store, { embedder: wordEmbedder(), abstracter: priced });
    const before = await index.estimate(archive(50));
    expect(before).toMatchObject({ passages: 50, embeddings: { missing: 50 }, exact: false });
    expect(before.abstracts.missing).toBeGreaterThan(5);
    const stopping = { ...priced, abstract: async () => Promise.reject(new Error("no credit")) };
    const stopped = await openIndex(store, { embedder: wordEmbedder(), abstracter: stopping });
    await expect(stopped.add(archive(50))).rejects.toMatchObject({
      code: "model-failed",
      cause: new Error("no credit"),
    });
    const known = await index.estimate(archive(50));
    expect(known).toMatchObject({ embeddings: { missing: 0, tokens: 0 }, exact: true });
    const { abstractsWritten } = await index.add(archive(50));
    expect(abstractsWritten).toBe(known.abstracts.missing);
    expect(known.abstracts.promptTokens).toBe(100 * known.abstracts.missing);
    expect((await index.estimate()).abstracts.missing).toBe(0);
  });

  it("is nothing for free abstracts and for words alone", async () => {
    const free = await openIndex(memoryStore(), { embedder: wordEmbedder() });
    expect((await free.estimate(archive(9))).abstracts.missing).toBe(0);
    const words = await openIndex(memoryStore(), { embedder: false });
    expect(await words.estimate(archive(9))).toMatchObject({
      embeddings: { missing: 0 },
      exact: true,
    });
  });
});

async function apply(
  index: PsiIndex,
  passages: readonly Passage[],
  kind: "add" | "update" | "delete",
  id: string,
  text: string,
): Promise<Passage[]> {
  const passage = { id, pageContent: text, metadata: {} };
  const there = passages.some((each) => each.id === id);
  const others = passages.filter((each) => each.id !== id);
  if (kind === "delete") {
    if (there) await index.delete([id]);
    return others;
  }
  if (kind === "add" && there) return [...passages];
  await index[kind]([passage]);
  return [...others, passage];
}
