import { dot, memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { createIndex, openIndex } from "../open-index.js";
import type { PsiIndex } from "../psi-index.js";
import { archive } from "../testing/archive.js";

const embedder = wordEmbedder();
const passages = archive(60);
const vector = await embedder.embedQuery("Orrin kept the light");
let index: PsiIndex;

beforeAll(async () => {
  index = await createIndex(memoryStore(), passages, { embedder });
});

/** Passages by cosine, by the definition. */
async function byCosine(wanted: (source: unknown) => boolean = () => true) {
  const texts = passages.map(({ pageContent, metadata }) => `${metadata.title}\n${pageContent}`);
  const cosine = (other: readonly number[]): number =>
    dot(vector, other) / Math.sqrt(dot(vector, vector) * dot(other, other));
  return (await embedder.embedDocuments(texts))
    .map((other, i) => ({
      id: passages[i]?.id,
      source: passages[i]?.metadata.source,
      cosine: cosine(other),
    }))
    .filter(({ source }) => wanted(source))
    .sort((a, b) => b.cosine - a.cosine);
}

describe("searchByVector", () => {
  it("finds the nearest passages by cosine, whatever the vector's length", async () => {
    const expected = (await byCosine()).slice(0, 7);
    for (const scale of [1, 250]) {
      const found = await index.searchByVector(
        vector.map((x) => scale * x),
        { limit: 7 },
      );
      expect(found.map(({ node }) => node.id)).toEqual(expected.map(({ id }) => id));
      expect(found.map(({ score }) => score)).toEqual(
        expected.map(({ cosine }) => expect.closeTo(cosine, 5)),
      );
    }
    expect(await index.searchByVector(vector)).toHaveLength(5);
  });

  it("finds only what a filter accepts", async () => {
    const found = await index.searchByVector(vector, { filter: { source: "Basin.md" }, limit: 60 });
    const expected = await byCosine((source) => source === "Basin.md");
    expect(found.map(({ node }) => node.id)).toEqual(expected.map(({ id }) => id));
    await expect(index.searchByVector(vector, { filter: "a" as never })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("finds nothing in an empty index", async () => {
    const empty = await openIndex(memoryStore(), { embedder });
    expect(await empty.searchByVector(vector)).toEqual([]);
    expect(empty.vectors([])).toEqual([]);
    const emptied = await createIndex(memoryStore(), archive(1), { embedder });
    await emptied.delete(["a-0"]);
    expect(await emptied.searchByVector(vector)).toEqual([]);
  });

  it("refuses vectors that are not of the index, and indexes without vectors", async () => {
    const refused = (bad: readonly number[]) => index.searchByVector(bad);
    await expect(refused(undefined as never)).rejects.toMatchObject({ code: "invalid-option" });
    await expect(refused([1, 2])).rejects.toMatchObject({ code: "dimension-mismatch" });
    await expect(refused(vector.map(() => 0))).rejects.toMatchObject({ code: "bad-vector" });
    await expect(refused(vector.map(() => Number.NaN))).rejects.toMatchObject({
      code: "bad-vector",
    });
    const words = await createIndex(memoryStore(), passages, { embedder: false });
    await expect(words.searchByVector(vector)).rejects.toMatchObject({ code: "invalid-option" });
    expect(() => words.vectors(["a-0"])).toThrow("has no vectors");
    await expect(index.searchByVector(vector, { limit: 0 })).rejects.toThrow(/limit/);
    const aborted = index.searchByVector(vector, { signal: AbortSignal.abort("no") });
    await expect(aborted).rejects.toBe("no");
  });
});

describe("vectors", () => {
  it("are those of the embedder, at unit length and in the order of the ids", async () => {
    const [second, first] = index.vectors(["a-9", "a-3"]);
    const texts = [3, 9].map((i) => `${passages[i]?.metadata.title}\n${passages[i]?.pageContent}`);
    const [third, ninth] = await embedder.embedDocuments(texts);
    for (const [found, given] of [
      [first, third],
      [second, ninth],
    ] as const) {
      const length = Math.hypot(...(given as number[]));
      expect(Array.from(found as Float32Array, (x) => x * length)).toEqual(
        (given as number[]).map((x) => expect.closeTo(x, 4)),
      );
    }
    expect(() => index.vectors(["a-3", "never"])).toThrow(/"never"/);
  });

  it("are copies: writing into one changes no search", async () => {
    const before = await index.searchByVector(vector);
    for (const each of index.vectors(index.ids)) each.fill(1);
    expect(await index.searchByVector(vector)).toEqual(before);
  });
});
