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
    await expect(openIndex(store, { embedder: words })).rejects.toMatchObject({
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

  it("lost a passage: found out when it is read", async () => {
    const store = memoryStore();
    const index = await createIndex(store, archive(3), { embedder: words });
    for await (const key of store.keys("passage/")) await store.write([{ key }]);
    await expect(index.search("Pask")).rejects.toMatchObject({ code: "corrupt-index" });
  });
});

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
