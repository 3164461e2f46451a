import { join } from "node:path";
import { type IndexStore, memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import { archive } from "./testing/archive.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const words = wordEmbedder();

describe("a store that", () => {
  it("holds something else, or a newer format", async () => {
    const store = memoryStore();
    await store.write([{ key: "head", bytes: Buffer.from('{"format":99,"snapshot":"x"}') }]);
    await expect(openIndex(store, { embedder: words })).rejects.toMatchObject({
      code: "incompatible-index",
    });
    await store.write([{ key: "head", bytes: Buffer.from("\x00\x01") }]);
    await expect(openIndex(store, { embedder: words, readOnly: true })).rejects.toMatchObject({
      code: "corrupt-index",
    });
  });

  it("is empty, and is opened for reading; or is changed through a handle for reading", async () => {
    await expect(
      openIndex(memoryStore(), { embedder: words, readOnly: true }),
    ).rejects.toMatchObject({ code: "not-an-index" });
    const missing = join(temporaryFolder(), "missing.psi");
    await expect(openIndex(missing, { embedder: words, readOnly: true })).rejects.toMatchObject({
      code: "not-an-index",
    });
    const store = memoryStore();
    await createIndex(store, archive(3), { embedder: words });
    const reader = await openIndex(store, { embedder: words, readOnly: true });
    await expect(reader.delete(["a-0"])).rejects.toMatchObject({ code: "invalid-option" });
    await expect(createIndex(store, archive(3), { embedder: words })).rejects.toMatchObject({
      code: "index-exists",
    });
  });

  it("lost or changed a byte: an error or the same answer, never another", async () => {
    const store = memoryStore();
    const index = await createIndex(store, archive(30), { embedder: words });
    const answer = await index.search("Pask built the yard");
    const keys: string[] = [];
    for await (const key of store.keys(""))
      if (/^(snapshot|sparse|bridge|head)/.test(key)) keys.push(key);
    for (const key of keys) {
      const [whole] = await store.read([key]);
      for (const at of [0, 5, 0.3, 0.6, 0.99])
        await damageAndOpen(store, key, whole as Uint8Array, at, answer);
      await store.write([{ key, bytes: whole as Uint8Array }]);
    }
  });

  it("lost or changed a passage: found out when it is read", async () => {
    const passages = [
      { id: "a", pageContent: "Pask mended the light.", metadata: { source: "a.md", year: 1719 } },
    ];
    for (const [from, to] of [
      ["mended", "broke!"],
      ["1719", "1718"],
      ["a.md", "b.md"],
      ['"a"', '"b"'],
      ["}", "] "],
      ['{"id', "null"],
    ]) {
      const store = memoryStore();
      const index = await createIndex(store, passages, { embedder: words });
      const [key = ""] = await keysOf(store, "passage/");
      const [bytes] = await store.read([key]);
      const altered = Buffer.from(bytes as Uint8Array)
        .toString()
        .replace(from as string, to as string);
      await store.write([{ key, bytes: Buffer.from(altered) }]);
      await expect(index.search("Pask")).rejects.toMatchObject({ code: "corrupt-index" });
      await store.write([{ key }]);
      await expect(index.search("Pask")).rejects.toMatchObject({ code: "corrupt-index" });
    }
  });

  it("changed a vector: found out when it is opened, whatever was changed of its length", async () => {
    const store = memoryStore();
    await createIndex(store, archive(3), { embedder: words });
    const [key = ""] = await keysOf(store, "embedding/");
    const [whole] = await store.read([key]);
    const numbers = new Float32Array(new Uint8Array(whole as Uint8Array).buffer);
    const changed = (change: (vector: Float32Array) => Float32Array): Uint8Array =>
      new Uint8Array(change(numbers.slice()).buffer);
    for (const bytes of [
      (whole as Uint8Array).slice(0, 7),
      new Uint8Array(0),
      changed((vector) => vector.slice(0, 3)),
      changed((vector) => vector.fill(Number.NaN, 4, 5)),
      changed((vector) => vector.fill(Number.POSITIVE_INFINITY, 4, 5)),
      changed((vector) => vector.fill(0)),
      changed((vector) => vector.fill(1e30, 0, 1)),
      changed((vector) => vector.map((value) => 2 * value)),
    ]) {
      await store.write([{ key, bytes }]);
      await expect(openIndex(store, { embedder: words, readOnly: true })).rejects.toMatchObject({
        code: "corrupt-index",
      });
    }
  });
});

describe("damage is put right by indexing the same documents again", () => {
  /** A paid abstracter, so that what is intact shows by not being paid for. */
  const paid = () => {
    const asked: string[] = [];
    return {
      asked,
      name: "paid",
      free: false,
      abstract: async ({ texts }: { readonly texts: readonly string[] }) => {
        asked.push(texts.join());
        return { text: `about ${texts.join().slice(0, 30)}`, notes: [] };
      },
    };
  };

  it.each([
    "head",
    "snapshot/",
    "sparse/",
    "bridge/",
    "readings/",
    "passage/",
    "embedding/",
    "abstract/",
  ])("%s", async (prefix) => {
    for (const damage of [
      (bytes: Uint8Array) => bytes.slice(0, bytes.length >> 1),
      (bytes: Uint8Array) =>
        bytes.map((byte, i) => (i === ((bytes.length >> 1) | 3) ? byte ^ 0x7f : byte)),
      () => undefined,
    ]) {
      const store = memoryStore();
      const first = await createIndex(store, archive(30), { embedder: words, abstracter: paid() });
      const answer = await first.search("Pask built the yard", { limit: 30 });
      const root = (await first.node()).node.text;
      const [key = ""] = await keysOf(store, prefix);
      const bytes = damage((await store.read([key]))[0] as Uint8Array);
      await store.write([bytes === undefined ? { key } : { key, bytes }]);
      const embedder = wordEmbedder();
      const abstracter = paid();
      const index = await openIndex(store, { embedder, abstracter });
      const { passages } = await index.replaceAll(archive(30));
      expect(passages).toBe(30);
      expect(await index.search("Pask built the yard", { limit: 30 })).toEqual(answer);
      expect((await index.node()).node.text).toBe(root);
      // What is intact is not paid for again.
      expect(
        embedder.embedded.filter((text) => !text.startsWith("Pask built")).length,
      ).toBeLessThanOrEqual(1);
      expect(abstracter.asked.length).toBeLessThanOrEqual(1);
      const again = await openIndex(store, { embedder: words, abstracter: paid(), readOnly: true });
      expect(await again.search("Pask built the yard", { limit: 30 })).toEqual(answer);
    }
  });

  it("and by any change, where the snapshot is intact", async () => {
    for (const prefix of ["sparse/", "bridge/", "embedding/"]) {
      const store = memoryStore();
      await createIndex(store, archive(12), { embedder: words });
      const [key = ""] = await keysOf(store, prefix);
      await store.write([{ key, bytes: Buffer.from("damaged") }]);
      const index = await openIndex(store, { embedder: words });
      expect(index.size).toBe(12);
      await expect(index.search("Pask")).rejects.toMatchObject({ code: "corrupt-index" });
      await expect(index.ask("Pask?")).rejects.toMatchObject({ code: "corrupt-index" });
      await expect(index.node()).rejects.toMatchObject({ code: "corrupt-index" });
      expect(() => index.inspect()).toThrow(expect.objectContaining({ code: "corrupt-index" }));
      await index.add(archive(1, 12));
      const fresh = await createIndex(memoryStore(), archive(13), { embedder: words });
      expect(await index.search("Pask")).toEqual(await fresh.search("Pask"));
    }
  });

  it("but no other change forgets the passages of a snapshot that cannot be read", async () => {
    const store = memoryStore();
    await createIndex(store, archive(12), { embedder: words });
    const [key = ""] = await keysOf(store, "snapshot/");
    const [whole] = await store.read([key]);
    await store.write([{ key, bytes: Buffer.from("damaged") }]);
    const index = await openIndex(store, { embedder: words });
    for (const change of [
      () => index.add(archive(1, 12)),
      () => index.update(archive(1)),
      () => index.delete(["a-0"]),
      () => index.estimate(archive(1, 12)),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: "corrupt-index" });
    }
    await expect(createIndex(store, archive(3), { embedder: words })).rejects.toMatchObject({
      code: "corrupt-index",
    });
    await store.write([{ key, bytes: whole as Uint8Array }]);
    expect(await index.refresh()).toBe(true);
    expect(index.size).toBe(12);
  });
});

async function keysOf(store: IndexStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.keys(prefix)) keys.push(key);
  return keys;
}

async function searchAgain(store: IndexStore): Promise<unknown> {
  try {
    const index = await openIndex(store, { embedder: words });
    return await index.search("Pask built the yard");
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

/** Flips a byte, then cuts the blob there; each time opening fails in words or changes nothing. */
async function damageAndOpen(
  store: IndexStore,
  key: string,
  whole: Uint8Array,
  at: number,
  answer: unknown,
): Promise<void> {
  const position = at < 1 ? Math.floor(at * whole.length) : Math.min(at, whole.length - 1);
  const flipped = whole.slice();
  flipped[position] = (flipped[position] as number) ^ 0x55;
  for (const bytes of [flipped, whole.slice(0, position)]) {
    await store.write([{ key, bytes }]);
    const outcome = await searchAgain(store);
    if (typeof outcome === "string") expect(outcome).toMatch(/^(corrupt|incompatible)-index$/);
    else expect(outcome).toEqual(answer);
  }
}
