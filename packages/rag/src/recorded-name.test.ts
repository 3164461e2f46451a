import { type IndexStore, memoryStore } from "@psi/core";
import { type CountingEmbedder, wordEmbedder } from "@psi/core/testing";
import { expect, it } from "vitest";
import { createIndex, openIndex } from "./open-index.js";
import { archive } from "./testing/archive.js";

/** An embedder that states its model and no name, as LangChain's do. */
function modelled(model: string): Omit<CountingEmbedder, "name"> & { readonly model: string } {
  const { name, ...embedder } = wordEmbedder();
  return { ...embedder, model };
}

/** The store of an index of 20 passages that has the embedder under some name. */
async function storeOf(embedderName: string): Promise<IndexStore> {
  const store = memoryStore();
  const options = { embedder: wordEmbedder(), embedderName, abstracter: false } as const;
  await createIndex(store, archive(20), options);
  return store;
}

it.each(["HarbourEmbeddings:harbour-3/32", "t$:harbour-3/32", "harbour-3/32"])(
  "an index that has its embedder as %s is opened by the model, and embeds nothing again",
  async (recorded) => {
    const embedder = modelled("harbour-3");
    const index = await openIndex(await storeOf(recorded), { embedder, abstracter: false });
    expect((await index.search("Orrin 1707"))[0]?.node.id).toBe("a-7");
    expect((await index.estimate()).embeddings.missing).toBe(0);
    const { embedded, passages } = await index.add(archive(1, 20));
    expect([embedded, passages]).toEqual([1, 21]);
    expect(index.inspect().embedder).toBe(recorded);
  },
);

it.each([
  ["another model", "HarbourEmbeddings:harbour-2/32", { embedder: modelled("harbour-3") }],
  ["another width", "HarbourEmbeddings:harbour-3/64", { embedder: modelled("harbour-3") }],
  ["a prefix that is no class", "my own:harbour-3/32", { embedder: modelled("harbour-3") }],
  [
    "a name that the caller passes",
    "HarbourEmbeddings:harbour-3/32",
    { embedder: modelled("harbour-3"), embedderName: "harbour-3/32" },
  ],
])("an index of %s is refused, and both names are in the error", async (_, recorded, options) => {
  await expect(openIndex(await storeOf(recorded), options)).rejects.toMatchObject({
    code: "incompatible-index",
    message: expect.stringMatching(new RegExp(`"${recorded}".*"harbour-3/32"`)),
  });
});
