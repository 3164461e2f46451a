import { type IndexStore, memoryStore, reciprocalRank } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import type { PsiIndex } from "./psi-index.js";
import { archive } from "./testing/archive.js";

const petrel = [
  {
    id: "petrel",
    pageContent: "The Petrel was a brig. She was built by Hendry Pask in 1840.",
    metadata: { title: "The Petrel" },
  },
  {
    id: "pask",
    pageContent: "Hendry Pask was born at Harsett, far from salt water.",
    metadata: { title: "Hendry Pask" },
  },
];
const question = "Where was the builder of the Petrel born?";

const ids = async (index: PsiIndex, options = {}): Promise<readonly string[]> =>
  (await index.search(question, { limit: 2, ...options })).map(({ node }) => node.id);

async function keysOf(store: IndexStore, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of store.keys(prefix)) keys.push(key);
  return keys;
}

describe("links between passages", () => {
  it("lead from the passage that a question names to the one that answers, and say over which name", async () => {
    for (const embedder of [false as const, wordEmbedder()]) {
      const index = await createIndex(memoryStore(), [...archive(30), ...petrel], { embedder });
      const found = await index.search(question, { limit: 2 });
      expect(found.map(({ node }) => node.id).sort()).toEqual(["pask", "petrel"]);
      const pask = found.find(({ node }) => node.id === "pask");
      expect(pask?.reasons).toEqual([
        { name: "Hendry Pask", from: "petrel", sentence: "She was built by Hendry Pask in 1840." },
      ]);
    }
  });

  it("change with the passages: after add, update and delete they are those of a fresh build", async () => {
    const store = memoryStore();
    const index = await createIndex(store, archive(20), { embedder: false });
    await index.add(petrel);
    expect(await ids(index)).toContain("pask");
    await index.update([
      {
        ...(petrel[0] as (typeof petrel)[0]),
        pageContent: "The Petrel was a brig of unknown make.",
      },
    ]);
    const fresh = await createIndex(
      memoryStore(),
      [
        ...archive(20),
        {
          ...(petrel[0] as (typeof petrel)[0]),
          pageContent: "The Petrel was a brig of unknown make.",
        },
        petrel[1] as (typeof petrel)[1],
      ],
      { embedder: false },
    );
    expect(await index.search(question)).toEqual(await fresh.search(question));
    const again = await openIndex(store, { embedder: false });
    expect(await again.search(question)).toEqual(await fresh.search(question));
    await index.delete(["pask"]);
    expect(await ids(index, { limit: 10 })).not.toContain("pask");
    // One piece of links at a time stays in the store, with what was read for it.
    expect(await keysOf(store, "bridge/")).toHaveLength(1);
    expect(await keysOf(store, "readings/")).toHaveLength(1);
  });

  it("are made of what was read before, and without it of the texts: the same bytes", async () => {
    const read: string[] = [];
    const noting = {
      name: "noting",
      extract: ({ text }: { readonly text: string }) => {
        read.push(text);
        return { subjects: [], mentions: text.split(" ") };
      },
    };
    const options = { embedder: false, names: noting } as const;
    const stores = [memoryStore(), memoryStore()] as const;
    for (const store of stores) await createIndex(store, archive(20), options);
    const [readings = ""] = await keysOf(stores[1], "readings/");
    await stores[1].write([{ key: readings }]);
    const counts: number[] = [];
    for (const store of stores) {
      read.length = 0;
      await (await openIndex(store, options)).update([...petrel, ...archive(3)]);
      counts.push(read.length);
    }
    // The archive's three are the same as before.
    expect(counts).toEqual([2, 22]);
    for (const kind of ["bridge/", "readings/"]) {
      const keys = await Promise.all(stores.map((store) => keysOf(store, kind)));
      expect(keys[0]).toEqual(keys[1]);
      const [first, second] = await Promise.all(stores.map((store) => store.read(keys[0] ?? [])));
      expect(first?.map((bytes) => Buffer.from(bytes as Uint8Array))).toEqual(
        second?.map((bytes) => Buffer.from(bytes as Uint8Array)),
      );
    }
  });

  it("are explained in the words of passages that a filter lets through", async () => {
    const written = (tenant: string, name: string, ship: string) => [
      {
        id: `${tenant}-ship`,
        pageContent: `The ${ship} was a brig. She was built by ${name} in 1840.`,
        metadata: { title: `The ${ship}`, tenant },
      },
      {
        id: `${tenant}-builder`,
        pageContent: `${name} was born at Harsett, far from salt water.`,
        metadata: { title: name, tenant },
      },
    ];
    const passages = [
      ...written("a", "HENDRY PASK", "PETREL"),
      ...written("b", "Hendry Pask", "Petrel"),
      ...written("c", "Hendry  Päsk", "petrel"),
    ];
    const all = [...passages, ...archive(30)];
    const index = await createIndex(memoryStore(), all, { embedder: false });
    for (const tenant of ["a", "b", "c"]) {
      const own = passages
        .filter(({ metadata }) => metadata.tenant === tenant)
        .map(({ pageContent, metadata }) => `${metadata.title}\n${pageContent}`)
        .join("\n");
      for (const retriever of ["hybrid", "links"] as const) {
        const found = await index.search(question, { retriever, filter: { tenant } });
        const reasons = found.flatMap((each) => each.reasons ?? []);
        expect(reasons.length).toBeGreaterThan(0);
        for (const { name, from, sentence = "" } of reasons) {
          expect(own).toContain(name);
          expect(own).toContain(sentence);
          expect(from.startsWith(tenant)).toBe(true);
        }
      }
    }
  });

  it("can be left out, searched alone, or fused otherwise", async () => {
    const without = await createIndex(memoryStore(), [...archive(10), ...petrel], {
      embedder: false,
      names: false,
    });
    await expect(without.search(question, { retriever: "links" })).rejects.toMatchObject({
      code: "invalid-option",
    });
    expect((await without.search(question))[0]?.reasons).toBeUndefined();
    const index = await createIndex(memoryStore(), [...archive(10), ...petrel], {
      embedder: false,
    });
    expect(await ids(index, { retriever: "links" })).toEqual(["petrel", "pask"]);
    expect(await ids(index, { fuse: reciprocalRank() })).toContain("petrel");
  });
});
