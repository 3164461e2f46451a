import { Document, type DocumentInterface } from "@langchain/core/documents";
import { PsiError, type Reranker } from "@psi/core";
import { runContract, testReranker } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressorFromReranker } from "./compressor-from-reranker.js";
import { rerankerFromCompressor } from "./reranker-from-compressor.js";

const TEXTS = ["zero", "one", "two", "three"];

/** A compressor that does with its documents what a function says. */
function compressor(work: (documents: DocumentInterface[], query: string) => unknown) {
  return rerankerFromCompressor({
    compressDocuments: async (documents, query) => work(documents, query) as DocumentInterface[],
  });
}

function scored(document: DocumentInterface, relevanceScore: unknown): DocumentInterface {
  // As Cohere's adapter does: into the document that it was given.
  document.metadata.relevanceScore = relevanceScore;
  return document;
}

describe("rerankerFromCompressor", () => {
  it("hands on the query and fresh documents", async () => {
    const seen: unknown[] = [];
    await compressor((documents, query) => {
      seen.push(query, ...documents.map(({ pageContent }) => pageContent));
      return [];
    }).rerank("what?", TEXTS);
    expect(seen).toEqual(["what?", ...TEXTS]);
  });

  it("takes the scores, best first, whatever the order", async () => {
    const values = [0.1, 0.9, -2, 0.5];
    const hits = await compressor((documents) =>
      documents.map((one, i) => scored(one, values[i])),
    ).rerank("q", TEXTS);
    expect(hits).toEqual([
      { id: 1, score: 0.9 },
      { id: 3, score: 0.5 },
      { id: 0, score: 0.1 },
      { id: 2, score: -2 },
    ]);
  });

  it("scores by rank when there are no scores, or not for all", async () => {
    const byRank = [
      { id: 3, score: 1 },
      { id: 0, score: 1 / 2 },
      { id: 1, score: 1 / 3 },
    ];
    const picked = (documents: DocumentInterface[]) =>
      [documents[3], documents[0], documents[1]] as DocumentInterface[];
    expect(await compressor(picked).rerank("q", TEXTS)).toEqual(byRank);
    for (const bad of [undefined, Number.NaN, Number.POSITIVE_INFINITY, "0.5"]) {
      const partly = compressor((documents) =>
        picked(documents).map((one, i) => scored(one, i === 1 ? bad : 7)),
      );
      expect(await partly.rerank("q", TEXTS)).toEqual(byRank);
    }
  });

  it.each<[string, (documents: DocumentInterface[]) => unknown]>([
    ["rewrites the texts", (all) => all.map((one) => ({ ...one, pageContent: "short" }))],
    [
      "copies the documents",
      (all) => structuredClone(all.map(({ pageContent, metadata }) => ({ pageContent, metadata }))),
    ],
    [
      "makes new ones and adds metadata",
      (all) =>
        all.map(
          (one) =>
            new Document({ pageContent: "", metadata: { ...one.metadata, more: 1 }, id: "other" }),
        ),
    ],
  ])("finds its texts again when the compressor %s", async (_what, work) => {
    const hits = await compressor((all) => (work(all) as DocumentInterface[]).reverse()).rerank(
      "q",
      TEXTS,
    );
    expect(hits.map(({ id }) => id)).toEqual([3, 2, 1, 0]);
  });

  it("counts a text once, at the best of its pieces", async () => {
    const cut = (documents: DocumentInterface[]) =>
      documents.flatMap((one, i) =>
        [0.2, 0.8].map((score) => scored({ ...one, metadata: { ...one.metadata } }, score + i)),
      );
    const hits = await compressor(cut).rerank("q", TEXTS);
    expect(hits).toEqual([3, 2, 1, 0].map((id) => ({ id, score: 0.8 + id })));
  });

  it("keeps equal texts apart", async () => {
    const hits = await compressor((documents) => documents.slice(1).reverse()).rerank("q", [
      "same",
      "same",
      "same",
    ]);
    expect(hits.map(({ id }) => id)).toEqual([2, 1]);
  });

  it("returns no more than the limit, and asks nothing for no texts", async () => {
    expect(
      await compressor((documents) => documents).rerank("q", TEXTS, { limit: 2 }),
    ).toHaveLength(2);
    const never = compressor(() => {
      throw new Error("was asked");
    });
    expect(await never.rerank("q", [])).toEqual([]);
    await expect(never.rerank("q", TEXTS, { limit: 0 })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it.each<[string, (documents: DocumentInterface[]) => unknown, RegExp]>([
    [
      "invents a document",
      (all) => [...all, new Document({ pageContent: "new" })],
      /without the metadata/,
    ],
    [
      "loses the metadata",
      (all) => all.map(({ pageContent }) => new Document({ pageContent })),
      /Reranker of your own/,
    ],
    [
      "counts past the end",
      (all) => [{ ...all[0], metadata: { psiPosition: 4 } }],
      /psiPosition: 4/,
    ],
    [
      "counts in halves",
      (all) => [{ ...all[0], metadata: { psiPosition: 0.5 } }],
      /psiPosition: 0.5/,
    ],
    [
      "counts below zero",
      (all) => [{ ...all[0], metadata: { psiPosition: -1 } }],
      /psiPosition: -1/,
    ],
    ["returns holes", () => [undefined], /without the metadata/],
    ["returns no list", () => undefined, /no list/],
  ])("fails with what to do when the compressor %s", async (_what, work, message) => {
    await expect(compressor(work).rerank("q", TEXTS)).rejects.toMatchObject({
      code: "model-failed",
      message,
    });
  });

  it("keeps the cause of a failure, and leaves our own errors alone", async () => {
    const cause = new Error("401 bad key.");
    await expect(
      compressor(() => {
        throw cause;
      }).rerank("q", TEXTS),
    ).rejects.toMatchObject({ code: "model-failed", cause, message: /401 bad key/ });
    const ours = new PsiError("missing-dependency", "Install it.");
    await expect(
      compressor(() => {
        throw ours;
      }).rerank("q", TEXTS),
    ).rejects.toBe(ours);
  });

  it("stops waiting when aborted", async () => {
    const controller = new AbortController();
    const waiting = compressor(() => new Promise(() => {})).rerank("q", TEXTS, {
      signal: controller.signal,
    });
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await expect(
      compressor((all) => all).rerank("q", TEXTS, { signal: AbortSignal.abort("before") }),
    ).rejects.toBe("before");
  });

  it("needs a compressor", () => {
    for (const bad of [undefined, {}, { compressDocuments: 1 }]) {
      expect(() => rerankerFromCompressor(bad as never)).toThrow(/compressDocuments/);
    }
  });
});

it("undoes compressorFromReranker: there and back gives the same hits, for any scores", async () => {
  const hitsIn = fc.uniqueArray(fc.nat(9), { maxLength: 10 }).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          score: fc.double({ noNaN: true, noDefaultInfinity: true }),
        }),
      ),
    ),
  );
  await fc.assert(
    fc.asyncProperty(hitsIn, async (hits) => {
      const sorted = [...hits].sort((a, b) => b.score - a.score);
      const original: Reranker = { rerank: async () => sorted };
      const back = rerankerFromCompressor(compressorFromReranker(original));
      expect(
        await back.rerank(
          "q",
          Array.from({ length: 10 }, (_, i) => `text ${i}`),
        ),
      ).toEqual(sorted);
    }),
  );
});

describe("the contract", () => {
  const byLength = {
    compressDocuments: async (documents: DocumentInterface[]) =>
      documents.map((one) => scored(one, one.pageContent.length)),
  };
  runContract(
    testReranker(() => rerankerFromCompressor(byLength)),
    it,
  );
});
