import { memoryStore, type Tokenizer } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { multilingual } from "@psi/sparse";
import { describe, expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import { archive } from "./testing/archive.js";

/** The tokenizer as an earlier version had it: other terms, and a lower number. */
const earlier: Tokenizer = {
  name: "multilingual/1:en",
  tokenize: (text) => text.match(/\p{L}{2,}/gu) ?? [],
};

const passages = archive(20);

describe("an index whose words an earlier version cut", () => {
  it("is brought up to date by indexing again, and nothing is embedded again", async () => {
    const store = memoryStore();
    await createIndex(store, passages, { embedder: wordEmbedder(), tokenizer: earlier });
    const embedder = wordEmbedder();
    const index = await openIndex(store, { embedder });
    expect(index.size).toBe(20);
    const refused = {
      code: "incompatible-index",
      message: expect.stringContaining("Index the doc"),
    };
    await expect(index.search("Pask")).rejects.toMatchObject(refused);
    const report = await index.replaceAll(passages);
    expect(report).toMatchObject({ embedded: 0, passages: 20, unchanged: 20 });
    expect(embedder.embedded).toEqual([]);
    const fresh = await createIndex(memoryStore(), passages, { embedder: wordEmbedder() });
    const idsOf = async (of: typeof index): Promise<readonly string[]> =>
      (await of.search("Pask built Cable Street", { limit: 20 })).map(({ node }) => node.id);
    expect(await idsOf(index)).toEqual(await idsOf(fresh));
    expect(index.inspect().tokenizer).toBe(multilingual().name);
  });

  it("takes additions, which bring it up to date as well", async () => {
    const store = memoryStore();
    await createIndex(store, passages, { embedder: false, tokenizer: earlier });
    const index = await openIndex(store, { embedder: false });
    await index.add([{ id: "new", pageContent: "A gannet nests on the cliff.", metadata: {} }]);
    expect((await index.search("gannet")).map(({ node }) => node.id)).toEqual(["new"]);
    expect(await index.search("Pask")).not.toEqual([]);
  });

  it("is refused for reading only", async () => {
    const store = memoryStore();
    await createIndex(store, passages, { embedder: false, tokenizer: earlier });
    await expect(openIndex(store, { embedder: false, readOnly: true })).rejects.toMatchObject({
      code: "incompatible-index",
      message: expect.stringMatching(/multilingual\/1:en.*multilingual\/2:en.*Index the documents/),
    });
  });

  it("is refused for writing, too, if another kind of tokenizer cut it", async () => {
    const store = memoryStore();
    await createIndex(store, passages, {
      embedder: false,
      tokenizer: { ...earlier, name: "own/1" },
    });
    await expect(openIndex(store, { embedder: false })).rejects.toMatchObject({
      code: "incompatible-index",
    });
  });
});
