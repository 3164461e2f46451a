import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { RunnableLambda } from "@langchain/core/runnables";
import type { Hit, Reranker, RetrieveOptions } from "@psi/core";
import { wordOverlapReranker } from "@psi/core/testing";
import { expect, it } from "vitest";
import { compressorFromReranker } from "./compressor-from-reranker.js";
import { fakeRetriever } from "./fake-retriever.js";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { THREE } from "./testing/three.js";

const DOCUMENTS = ["a harbour", "a tall tower", "the harbour tower"].map(
  (pageContent, i) =>
    new Document({
      pageContent,
      metadata: { source: `f${i}`, psi: { score: 1 } },
      ...(i === 0 ? {} : { id: `d${i}` }),
    }),
);

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

function returning(hits: readonly Hit[]): Reranker {
  return { rerank: async () => hits };
}

it("is a LangChain compressor that orders, drops, and writes scores into copies", async () => {
  const compressor = compressorFromReranker(wordOverlapReranker());
  expect(compressor).toBeInstanceOf(BaseDocumentCompressor);
  expect(BaseDocumentCompressor.isBaseDocumentCompressor(compressor)).toBe(true);
  const kept = await compressor.compressDocuments(deepFreeze(DOCUMENTS), "harbour tower");
  expect(kept).toEqual([
    new Document({
      id: "d2",
      pageContent: "the harbour tower",
      metadata: { source: "f2", psi: { score: 1 }, relevanceScore: 2 },
    }),
    new Document({
      pageContent: "a harbour",
      metadata: { source: "f0", psi: { score: 1 }, relevanceScore: 1 },
    }),
    new Document({
      id: "d1",
      pageContent: "a tall tower",
      metadata: { source: "f1", psi: { score: 1 }, relevanceScore: 1 },
    }),
  ]);
});

it("passes on what a search said of the documents", async () => {
  const retriever = new PsiRetriever({ retriever: fakeRetriever(THREE) });
  const found = await retriever.invoke("q");
  const compressor = compressorFromReranker(returning([{ id: 2, score: 9 }]));
  const [best] = await compressor.compressDocuments(found, "q");
  expect(best?.metadata).toEqual({ relevanceScore: 9 });
  expect(getMatch(best)).toEqual(getMatch(found[2]));
});

it("hands on the limit, and keeps to it when the reranker does not", async () => {
  const seen: RetrieveOptions[] = [];
  const careless: Reranker = {
    rerank: async (_query, texts, options = {}) => {
      seen.push(options);
      return texts.map((_text, id) => ({ id, score: -id }));
    },
  };
  expect(
    await compressorFromReranker(careless, { limit: 2 }).compressDocuments(DOCUMENTS, "q"),
  ).toHaveLength(2);
  expect(await compressorFromReranker(careless).compressDocuments(DOCUMENTS, "q")).toHaveLength(3);
  expect(seen).toEqual([{ limit: 2 }, {}]);
});

it("asks nothing about no documents", async () => {
  const never: Reranker = { rerank: () => Promise.reject(new Error("was asked")) };
  expect(await compressorFromReranker(never).compressDocuments([], "q")).toEqual([]);
});

it("hands the signal of the run on", async () => {
  const { signal } = new AbortController();
  let seen: AbortSignal | undefined;
  const compressor = compressorFromReranker({
    rerank: async (_query, _texts, options) => {
      seen = options?.signal;
      return [];
    },
  });
  await RunnableLambda.from((documents: DocumentInterface[]) =>
    compressor.compressDocuments(documents, "q"),
  ).invoke(DOCUMENTS, { signal });
  expect(seen).toBe(signal);
});

it.each<[string, readonly Hit[]]>([
  ["is out of range", [{ id: 3, score: 1 }]],
  [
    "comes twice",
    [
      { id: 1, score: 1 },
      { id: 1, score: 0 },
    ],
  ],
  ["is no whole number", [{ id: 0.5, score: 1 }]],
  ["has no score", [{ id: 0, score: Number.NaN }]],
])("fails when a position %s", async (_what, hits) => {
  await expect(
    compressorFromReranker(returning(hits)).compressDocuments(DOCUMENTS, "q"),
  ).rejects.toMatchObject({ code: "model-failed" });
});

it("checks its options", () => {
  expect(() => compressorFromReranker(returning([]), { limit: 0 })).toThrow(/limit/);
  expect(() => compressorFromReranker({} as Reranker)).toThrow(/rerank/);
});
