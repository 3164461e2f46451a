import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { Document } from "@langchain/core/documents";
import { RunnableLambda } from "@langchain/core/runnables";
import { dot, memoryStore, rerank } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { createIndex } from "@psi/rag";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { PsiVectorStore } from "./psi-vector-store.js";
import { rerankerFromCompressor } from "./reranker-from-compressor.js";
import { deepFreeze, documentsOf, idsOf, TEXTS } from "./testing/archive.js";

const embeddings = wordEmbedder();
const SHIPS = ["Petrel", "Plover", "Tern", "Shearwater"].flatMap((ship) =>
  ["log", "letter", "crew list"].map(
    (kind) =>
      new Document({
        id: `${ship} ${kind}`,
        pageContent: `The ${kind} of the brig ${ship}, in the archive of Harsett.`,
        metadata: { ship, kind },
      }),
  ),
);
let store: PsiVectorStore;
beforeAll(async () => {
  store = await PsiVectorStore.fromDocuments(deepFreeze([...SHIPS]), embeddings);
});

const unit = (vector: readonly number[]) => vector.map((x) => x / Math.hypot(...vector));
const vectorsOfShips = async () =>
  (await embeddings.embedDocuments(SHIPS.map(({ pageContent }) => pageContent))).map(unit);

describe("making a store", () => {
  it("from texts, with metadata for each or for all", async () => {
    const each = await PsiVectorStore.fromTexts(
      TEXTS,
      TEXTS.map((_, page) => ({ page })),
      embeddings,
    );
    const [best] = await each.similaritySearch("sheep on the moor", 1);
    expect(best).toMatchObject({ pageContent: TEXTS[3], metadata: { page: 3 } });
    const all = await PsiVectorStore.fromTexts(TEXTS, { source: "a" }, embeddings);
    const found = await all.similaritySearch("the", 5);
    expect(found.map(({ metadata }) => metadata)).toEqual(TEXTS.map(() => ({ source: "a" })));
    await expect(PsiVectorStore.fromTexts(TEXTS, [{}], embeddings)).rejects.toMatchObject({
      code: "invalid-option",
      message: "There are 1 metadatas for 5 texts. Give one for each, or one object for all.",
    });
    const noTexts = PsiVectorStore.fromTexts("text" as never, {}, embeddings);
    await expect(noTexts).rejects.toMatchObject({ code: "invalid-passage" });
  });

  it("from an index that is there, and in step with its documents", async () => {
    const where = memoryStore();
    const empty = await PsiVectorStore.fromExistingIndex(embeddings, { where });
    expect(await empty.similaritySearch("log")).toEqual([]);
    expect(await empty.similaritySearchVectorWithScore([1, 2], 3)).toEqual([]);
    expect(await empty.maxMarginalRelevanceSearch("log", { k: 2 })).toEqual([]);
    await empty.addDocuments(SHIPS);
    const again = PsiVectorStore.fromDocuments(SHIPS, embeddings, { where });
    await expect(again).rejects.toMatchObject({ code: "index-exists" });
    const options = { where, filter: { kind: "log" } };
    const synced = await PsiVectorStore.fromDocuments(SHIPS.slice(0, 5), embeddings, {
      ...options,
      ifExists: "sync",
    });
    expect(synced.index.size).toBe(5);
    expect(idsOf(await synced.similaritySearch("archive"))).toEqual(
      expect.arrayContaining(["Petrel log", "Plover log"]),
    );
    const opened = await PsiVectorStore.fromExistingIndex(embeddings, options);
    expect(idsOf(await opened.similaritySearch("archive"))).toHaveLength(2);
  });

  it.each([undefined, {}, { index: {} }, { index: "path" }])("needs an index, not %j", (config) => {
    expect(() => new PsiVectorStore(embeddings, config as never)).toThrow(/index must be an index/);
  });

  it("is a vector store by type, name and place, and is not serialised", () => {
    expect(store._vectorstoreType()).toBe("psi");
    expect(store.lc_id).toEqual(["langchain", "vectorstores", "psi", "PsiVectorStore"]);
    expect(store.toJSON()).toMatchObject({ type: "not_implemented" });
    expect(store.embeddings).toBe(embeddings);
  });
});

describe("a search by text", () => {
  it("is that of the index, with its scores", async () => {
    const query = "the crew of the Tern";
    const found = await store.index.search(query, { limit: 4 });
    const pairs = await store.similaritySearchWithScore(query);
    expect(pairs.map(([{ id }, score]) => [id, score])).toEqual(
      found.map(({ node, score }) => [node.id, score]),
    );
    expect(pairs.map(([document]) => getMatch(document)?.score)).toEqual(
      found.map(({ score }) => score),
    );
    expect(await store.similaritySearch(query)).toEqual(pairs.map(([document]) => document));
    expect(await store.similaritySearch(query, 7)).toHaveLength(7);
  });

  it("finds what a filter accepts: the store's and the call's, field by field", async () => {
    const logs = new PsiVectorStore(embeddings, { index: store.index, filter: { kind: "log" } });
    const tern = { ship: ["Tern", "Petrel"] };
    expect(idsOf(await store.similaritySearch("brig", 9, tern)).sort()).toEqual([
      ...["Petrel crew list", "Petrel letter", "Petrel log"],
      ...["Tern crew list", "Tern letter", "Tern log"],
    ]);
    expect(idsOf(await logs.similaritySearch("brig", 9, tern)).sort()).toEqual([
      "Petrel log",
      "Tern log",
    ]);
    expect(await logs.similaritySearch("brig", 9)).toHaveLength(4);
    expect(
      await logs.similaritySearchVectorWithScore(await embeddings.embedQuery("x"), 9),
    ).toHaveLength(4);
    expect(await logs.maxMarginalRelevanceSearch("brig", { k: 9, filter: tern })).toHaveLength(2);
  });

  it("is made of one kind of retriever where the store says so", async () => {
    const words = new PsiVectorStore(embeddings, { index: store.index, retriever: "words" });
    const [best] = await words.similaritySearch("letter of the Plover");
    expect(best?.id).toBe("Plover letter");
    expect(getMatch(best)?.via).toEqual(["sparse"]);
  });

  it("is part of the run whose callbacks it is given", async () => {
    const scorer = RunnableLambda.from(async () => 0).withConfig({ runName: "scorer" });
    const reranker = rerankerFromCompressor({
      async compressDocuments(documents) {
        await scorer.invoke("");
        return documents;
      },
    });
    const reranked = new PsiVectorStore(embeddings, { index: store.index, fuse: rerank(reranker) });
    const begun: (string | undefined)[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleRetrieverStart: (_r, _q, _id, parent, _t, _m, name) =>
        void begun.push(`${name} ${parent}`),
      handleChainStart: (_c, _i, _id, _type, _tags, _meta, name) => void begun.push(name),
    });
    await reranked.asRetriever(2).invoke("q", { callbacks: [handler], runName: "store" });
    expect(begun).toHaveLength(2);
    expect(begun[0]).toBe("store undefined");
  });
});

describe("a search by vector", () => {
  it("finds the nearest passages by cosine", async () => {
    const query = unit(await embeddings.embedQuery("the crew of the Tern"));
    const vectors = await vectorsOfShips();
    const expected = SHIPS.map(({ id }, i) => [id, dot(query, vectors[i] as number[])] as const)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 5);
    const pairs = await store.similaritySearchVectorWithScore(query, 5);
    expect(pairs.map(([{ id }]) => id)).toEqual(expected.map(([id]) => id));
    expect(pairs.map(([, score]) => score)).toEqual(
      expected.map(([, cosine]) => expect.closeTo(cosine, 5)),
    );
    expect(getMatch(pairs[1]?.[0])).toMatchObject({ rank: 2, via: ["tree"] });
  });

  it("needs an index with vectors of the query's width", async () => {
    const narrow = store.similaritySearchVectorWithScore([1, 2, 3], 2);
    await expect(narrow).rejects.toMatchObject({ code: "dimension-mismatch" });
    const index = await createIndex(memoryStore(), SHIPS, { embedder: false });
    const words = new PsiVectorStore(embeddings, { index });
    expect(idsOf(await words.similaritySearch("Tern log", 1))).toEqual(["Tern log"]);
    const none = words.similaritySearchVectorWithScore([1, 2, 3], 2);
    await expect(none).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("maxMarginalRelevanceSearch", () => {
  /** By the definition: the best of nearness minus likeness to what was chosen, one after another. */
  async function naive(text: string, k: number, fetchK: number, lambda: number) {
    const query = unit(await embeddings.embedQuery(text));
    const all = await vectorsOfShips();
    const near = (row: number) => dot(query, all[row] as number[]);
    const left = SHIPS.map((_, row) => row)
      .sort((a, b) => near(b) - near(a))
      .slice(0, Math.max(k, fetchK));
    const chosen: number[] = [];
    while (chosen.length < k && left.length > 0) {
      const gain = (row: number) => {
        const alike = chosen.map((other) => dot(all[row] as number[], all[other] as number[]));
        return chosen.length === 0
          ? near(row)
          : lambda * near(row) - (1 - lambda) * Math.max(...alike);
      };
      left.sort((a, b) => gain(b) - gain(a));
      chosen.push(left.shift() as number);
    }
    return chosen.map((row) => SHIPS[row]?.id);
  }

  it("chooses what the definition says", async () => {
    const words = fc.subarray(["Tern", "Petrel", "log", "letter", "crew", "brig"], {
      minLength: 1,
    });
    const sizes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }));
    await fc.assert(
      fc.asyncProperty(
        words,
        sizes,
        fc.constantFrom(0.1, 0.5, 0.9, 1),
        async (some, [k, fetchK], lambda) => {
          const query = some.join(" ");
          const found = await store.maxMarginalRelevanceSearch(query, { k, fetchK, lambda });
          expect(idsOf(found)).toEqual(await naive(query, k, fetchK, lambda));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("embeds the query, and no passage again", async () => {
    const counting = wordEmbedder();
    const diverse = new PsiVectorStore(counting, { index: store.index });
    await diverse.asRetriever({ searchType: "mmr", k: 3 }).invoke("the crew of the Tern");
    expect(counting.embedded).toEqual(["the crew of the Tern"]);
  });
});

describe("changes", () => {
  it("add under the call's ids or the documents', replace, and delete", async () => {
    const own = await PsiVectorStore.fromDocuments(documentsOf(TEXTS), embeddings);
    expect(
      await own.addDocuments([new Document({ pageContent: "A ferry." })], { ids: ["f"] }),
    ).toEqual(["f"]);
    await own.addDocuments([new Document({ id: "f", pageContent: "A faster ferry." })]);
    expect(idsOf(await own.similaritySearch("faster", 1))).toEqual(["f"]);
    const [fresh] = (await own
      .asRetriever()
      .addDocuments([new Document({ pageContent: "A pier." })])) as string[];
    await own.delete({ ids: ["p0", "f", "never was"] });
    expect(own.index.ids).toEqual(["p1", "p2", "p3", "p4", fresh]);
    await expect(own.delete({} as never)).rejects.toMatchObject({ code: "invalid-option" });
  });

  it("wait for those of a retriever over the same index", async () => {
    const own = await PsiVectorStore.fromDocuments(documentsOf(TEXTS), embeddings);
    const retriever = new PsiRetriever({ index: own.index });
    const one = [new Document({ pageContent: "A ferry." })];
    await Promise.all([
      own.addDocuments(one, { ids: ["a"] }),
      retriever.addDocuments(one, { ids: ["b"] }),
    ]);
    expect(own.index.ids.slice(5)).toEqual(["a", "b"]);
  });

  it("refuse vectors, which an index makes itself", async () => {
    await expect(store.addVectors()).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("addDocuments"),
    });
  });
});

describe("bad input", () => {
  it.each([0, -1, 1.5, Number.NaN, "3", null])("refuses %j for k", async (k) => {
    const bad = k as number;
    const refusal = { code: "invalid-option", message: expect.stringContaining("k must be") };
    await expect(store.similaritySearch("q", bad)).rejects.toMatchObject(refusal);
    await expect(store.similaritySearchVectorWithScore([1], bad)).rejects.toMatchObject(refusal);
    await expect(store.maxMarginalRelevanceSearch("q", { k: bad })).rejects.toMatchObject(refusal);
  });

  it.each([null, "a", [], () => true, { $and: [] }, { ship: { $eq: "Tern" } }])(
    "refuses the filter %j, and never searches without it",
    async (filter) => {
      const bad = filter as never;
      const refusal = { code: "invalid-option", message: expect.stringContaining("PsiTranslator") };
      await expect(store.similaritySearch("q", 2, bad)).rejects.toMatchObject(refusal);
      await expect(store.similaritySearchVectorWithScore([1], 2, bad)).rejects.toMatchObject(
        refusal,
      );
      await expect(
        store.maxMarginalRelevanceSearch("q", { k: 2, filter: bad }),
      ).rejects.toMatchObject(refusal);
      await expect(store.asRetriever(2, bad).invoke("q")).rejects.toMatchObject(refusal);
      expect(() => new PsiVectorStore(embeddings, { index: store.index, filter: bad })).toThrow(
        /filter/,
      );
    },
  );

  it("needs embeddings, a place, and weights in their range", async () => {
    const refusal = (what: string) => ({
      code: "invalid-option",
      message: expect.stringContaining(what),
    });
    const none = {} as never;
    await expect(PsiVectorStore.fromDocuments(SHIPS, none)).rejects.toMatchObject(
      refusal("embeddings must have embedQuery"),
    );
    await expect(PsiVectorStore.fromExistingIndex(none, none)).rejects.toMatchObject(
      refusal("embeddings must have embedQuery"),
    );
    expect(() => new PsiVectorStore(none, { index: store.index })).toThrow(/embeddings must have/);
    for (const options of [undefined, {}]) {
      await expect(
        PsiVectorStore.fromExistingIndex(embeddings, options as never),
      ).rejects.toMatchObject(refusal("where must be"));
    }
    await expect(store.maxMarginalRelevanceSearch("q", { k: 2, lambda: 2 })).rejects.toMatchObject(
      refusal("lambda"),
    );
    await expect(store.maxMarginalRelevanceSearch("q", { k: 2, fetchK: 0 })).rejects.toMatchObject(
      refusal("fetchK"),
    );
  });

  it("refuses a query that is no string", async () => {
    await expect(store.similaritySearch({ question: "q" } as never)).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("must be a string"),
    });
  });
});

it("stops with the run that it is part of", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const never = (_query: unknown, options: { readonly signal?: AbortSignal } = {}) => {
    signals.push(options.signal);
    return new Promise<never>(() => {});
  };
  const index = { ...store.index, search: never, searchByVector: never };
  const slow = new PsiVectorStore(embeddings, { index });
  for (const search of [
    (q: string) => slow.similaritySearch(q),
    (q: string) => slow.maxMarginalRelevanceSearch(q, { k: 2 }),
  ]) {
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = RunnableLambda.from(search).invoke("q", { signal });
    setTimeout(() => controller.abort(new Error("enough")), 5);
    await expect(stopped).rejects.toThrow("enough");
    expect(signals.at(-1)?.aborted).toBe(true);
  }
  expect(signals).toHaveLength(2);
});
