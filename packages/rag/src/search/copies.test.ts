import { scripted } from "@psi/agent";
import { memoryStore, type Passage, type ScoredNode } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { equalTexts } from "../build/equal-texts.js";
import { createIndex, openIndex } from "../open-index.js";
import type { PsiIndex } from "../psi-index.js";
import { blobHash, HEAD_KEY, snapshotKey } from "../store/keys.js";
import { headOf } from "../store/newest.js";
import { decodeSnapshot, encodeSnapshot, FORMAT } from "../store/snapshot.js";
import { archive } from "../testing/archive.js";
import { readCopies, spaceOf } from "./copies.js";

describe("spaceOf", () => {
  it("accepts of each text the first row that matches, and names the others", () => {
    const texts = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.option(fc.array(fc.nat(11))), (all, some) => {
        const matching = some === null ? undefined : new Set(some);
        const { accepts, copiesOf } = spaceOf(readCopies(equalTexts(all)), matching);
        const rows = [...all.keys()].filter((row) => matching?.has(row) ?? true);
        for (const row of all.keys()) {
          const same = rows.filter((each) => all[each] === all[row]);
          expect(accepts?.(row) ?? true).toBe(same[0] === row);
          expect(copiesOf(row)).toEqual(same.filter((each) => each !== row));
        }
      }),
    );
  });

  it("restricts nothing where there are no copies and no filter", () => {
    expect(spaceOf(readCopies(equalTexts(["a", "b"]))).accepts).toBeUndefined();
  });
});

/** One text several times, each with metadata of its own, before, among and after others. */
const text = "The Petrel was a brig that Ada Vance paid for.";
const copy = (id: string, source: string, pageContent = text): Passage => ({
  id,
  pageContent,
  metadata: { title: "Petrel", source },
});
const passages: readonly Passage[] = [
  copy("c1", "a.md"),
  ...archive(20),
  copy("c2", "b.md"),
  copy("c3", "a.md", ` ${text.replace("was a", "was\n\ta")}  `),
  copy("c4", "b.md"),
  { id: "vance", pageContent: "She kept bees at Harsett.", metadata: { title: "Ada Vance" } },
  { id: "other", pageContent: text, metadata: { title: "Another title" } },
  copy("c5", "c.md"),
];
const query = "Where did the woman who paid for the Petrel keep bees?";

const all: Promise<PsiIndex> = createIndex(memoryStore(), passages, {
  embedder: wordEmbedder({ dimensions: 128 }),
});

const placesOf = (found: readonly ScoredNode[]): readonly (readonly string[])[] =>
  found.map(({ node, duplicates = [] }) => [node.id, ...duplicates]);

describe("passages of equal text take one place", () => {
  it.each([
    { retriever: "hybrid" },
    { retriever: "hybrid", secondHop: true },
    { retriever: "tree" },
    { retriever: "tree", strategy: "descend", width: 50 },
    { retriever: "words" },
    { retriever: "links" },
  ] as const)("in every list, with as many distinct ones as asked for: %j", async (how) => {
    const index = await all;
    for (const limit of [1, 2, 3, 100]) {
      const found = await index.search(query, { ...how, limit });
      const places = placesOf(found);
      const ids = places.flat();
      expect(new Set(ids).size).toBe(ids.length);
      const petrel = places.find(([id]) => id?.startsWith("c"));
      if (petrel !== undefined) expect(petrel).toEqual(["c1", "c2", "c3", "c4", "c5"]);
      if (limit === 100) expect(petrel).toBeDefined();
    }
    expect(await index.search(query, { ...how, limit: 3 })).toHaveLength(3);
  });

  it("and with a filter, of which only those that match are named", async () => {
    const index = await all;
    for (const retriever of ["hybrid", "tree", "words", "links"] as const) {
      const search = async (filter: Record<string, string | readonly string[]>) =>
        placesOf(await index.search(query, { retriever, filter }));
      expect(await search({ source: "a.md" })).toEqual([["c1", "c3"]]);
      expect(await search({ source: "b.md" })).toEqual([["c2", "c4"]]);
      expect(await search({ source: "c.md" })).toEqual([["c5"]]);
      expect(await search({ source: ["c.md", "b.md"] })).toEqual([["c2", "c4", "c5"]]);
    }
  });

  it("in an answer's evidence, through all rounds", async () => {
    const index = await all;
    const policy = scripted([query, "The Petrel, a brig", "Ada Vance paid for it"]);
    const { evidence } = await index.ask(query, { policy, limit: 4 });
    const texts = evidence.map(({ found }) => found.node.text.replace(/\s+/g, " ").trim());
    expect(evidence.map(({ found }) => found.node.id)).toContain("c1");
    expect(texts.filter((each) => each === text).length).toBeLessThanOrEqual(2);
  });

  it("but not where the title is another", async () => {
    const found = await (await all).search(query, { limit: 100, retriever: "words" });
    expect(placesOf(found)).toContainEqual(["other"]);
  });

  it("also after changes, and when the index is opened again", async () => {
    const store = memoryStore();
    const index = await createIndex(store, passages.slice(0, 22), { embedder: false });
    const places = async (of: PsiIndex) =>
      placesOf(await of.search("Petrel brig", { retriever: "words", limit: 1 }));
    expect(await places(index)).toEqual([["c1", "c2"]]);
    await index.add(passages.slice(22));
    await index.delete(["c1"]);
    expect(await places(index)).toEqual([["c2", "c3", "c4", "c5"]]);
    await index.update([copy("c2", "a.md", "The Petrel was lost.")]);
    const again = await openIndex(store, { embedder: false, readOnly: true });
    expect(await places(again)).toEqual([["c3", "c4", "c5"]]);
    expect(again.size).toBe(passages.length - 1);
  });

  it("after the next change of an index whose snapshot does not say which are equal", async () => {
    const store = memoryStore();
    await createIndex(store, passages, { embedder: false });
    const hash = (await headOf(store)) as string;
    const [bytes] = await store.read([snapshotKey(hash)]);
    const older = encodeSnapshot({
      ...decodeSnapshot(bytes as Uint8Array),
      copies: undefined,
    });
    const head = { format: FORMAT, snapshot: blobHash(older) };
    await store.write([
      { key: snapshotKey(head.snapshot), bytes: older },
      { key: HEAD_KEY, bytes: Buffer.from(JSON.stringify(head)) },
    ]);
    const index = await openIndex(store, { embedder: false });
    const places = async () =>
      placesOf(await index.search("Petrel brig", { retriever: "words", limit: 1 }));
    expect(await places()).toEqual([["c1"]]);
    await index.replaceAll(passages);
    expect(await places()).toEqual([["c1", "c2", "c3", "c4", "c5"]]);
  });

  it("does not crowd out what differs, however many copies there are", async () => {
    const many = Array.from({ length: 500 }, (_, i) => copy(`m${i}`, "a.md"));
    const index = await createIndex(memoryStore(), [...many, ...passages.slice(1)], {
      embedder: wordEmbedder({ dimensions: 128 }),
    });
    for (const retriever of ["hybrid", "tree", "links"] as const) {
      const found = await index.search(query, { retriever, limit: 5 });
      expect(found).toHaveLength(5);
      const copies = placesOf(found).filter(([id]) => id?.startsWith("m"));
      expect(copies.map((place) => place.length)).toEqual([504]);
    }
  });
});
