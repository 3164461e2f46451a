// LangChain's own retrievers over ours.

import { ContextualCompressionRetriever } from "@langchain/classic/retrievers/contextual_compression";
import { DocumentCompressorPipeline } from "@langchain/classic/retrievers/document_compressors";
import { LLMChainExtractor } from "@langchain/classic/retrievers/document_compressors/chain_extract";
import { EmbeddingsFilter } from "@langchain/classic/retrievers/document_compressors/embeddings_filter";
import { EnsembleRetriever } from "@langchain/classic/retrievers/ensemble";
import { HydeRetriever } from "@langchain/classic/retrievers/hyde";
import { MultiQueryRetriever } from "@langchain/classic/retrievers/multi_query";
import { ParentDocumentRetriever } from "@langchain/classic/retrievers/parent_document";
import { ScoreThresholdRetriever } from "@langchain/classic/retrievers/score_threshold";
import { SelfQueryRetriever } from "@langchain/classic/retrievers/self_query";
import { TimeWeightedVectorStoreRetriever } from "@langchain/classic/retrievers/time_weighted";
import { InMemoryStore } from "@langchain/classic/storage/in_memory";
import { CharacterTextSplitter } from "@langchain/classic/text_splitter";
import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { memoryStore } from "@psi/core";
import { wordEmbedder, wordOverlapReranker } from "@psi/core/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { compressorFromReranker } from "./compressor-from-reranker.js";
import { getMatch } from "./match.js";
import { PsiRetriever } from "./psi-retriever.js";
import { PsiTranslator } from "./psi-translator.js";
import { PsiVectorStore } from "./psi-vector-store.js";
import { documentsOf, idsOf, TEXTS, WORDS } from "./testing/archive.js";

const saying = (...responses: string[]) => new FakeListChatModel({ responses });
const embeddings = wordEmbedder();
let retriever: PsiRetriever;
let store: PsiVectorStore;
beforeAll(async () => {
  retriever = await PsiRetriever.fromDocuments(documentsOf(TEXTS), { ...WORDS, limit: 3 });
  store = new PsiVectorStore(embeddings, { index: retriever.index });
});

describe("MultiQueryRetriever", () => {
  const queries = [
    "Who built the lighthouse?",
    "Where was Mara Quill born?",
    "Mara Quill of Oster",
  ];
  const multi = (over: PsiRetriever) =>
    MultiQueryRetriever.fromLLM({ llm: saying(queries.join("\n")), retriever: over });

  it("returns each passage once, however many of its queries found it", async () => {
    const each = await Promise.all(queries.map((query) => retriever.invoke(query)));
    const ids = each.flatMap(idsOf);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    const found = await multi(retriever).invoke("Where was the builder of the lighthouse born?");
    expect(idsOf(found).sort()).toEqual([...new Set(ids)].sort());
    for (const document of found) expect(getMatch(document)?.rank).toBeGreaterThan(0);
  });

  it("runs the searches as parts of its run", async () => {
    const runs = new Map<string, string>();
    const searches: string[] = [];
    const handler = BaseCallbackHandler.fromMethods({
      handleRetrieverStart(_retriever, _query, runId, parent, _tags, _metadata, name) {
        runs.set(runId, name ?? "PsiRetriever");
        if (parent !== undefined) searches.push(`${name ?? "PsiRetriever"} < ${runs.get(parent)}`);
      },
    });
    await multi(retriever).invoke("q", { callbacks: [handler], runName: "multi" });
    expect(searches).toEqual(queries.map(() => "PsiRetriever < multi"));
  });
});

it("EnsembleRetriever returns each passage once, by rank in both", async () => {
  const words = new PsiRetriever({ index: retriever.index, retriever: "words" });
  const tree = new PsiRetriever({ index: retriever.index, retriever: "tree" });
  const ensemble = new EnsembleRetriever({ retrievers: [words, tree], weights: [0.5, 0.5] });
  const found = await ensemble.invoke("Mara Quill, the engineer, was born in Oster.");
  const ids = idsOf(found);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]).toBe("p1");
  expect(ids.length).toBe(5);
  expect(getMatch(found[0])?.rank).toBe(1);
});

describe("ContextualCompressionRetriever", () => {
  const compressed = (
    baseCompressor: ConstructorParameters<
      typeof ContextualCompressionRetriever
    >[0]["baseCompressor"],
  ) => new ContextualCompressionRetriever({ baseCompressor, baseRetriever: retriever });

  it("filters by embeddings, and documents keep their match", async () => {
    const found = await compressed(new EmbeddingsFilter({ embeddings, k: 2 })).invoke(
      "Oster and the river Senn",
    );
    expect(found).toHaveLength(2);
    expect(found.map((document) => getMatch(document)?.nodeId)).toEqual(idsOf(found));
  });

  it("extracts by a model into documents that keep their match", async () => {
    const model = saying("Mara Quill built it.", "NO_OUTPUT", "Oster.");
    const found = await compressed(LLMChainExtractor.fromLLM(model)).invoke("Who built it?");
    expect(found.map(({ pageContent }) => pageContent)).toEqual(["Mara Quill built it.", "Oster."]);
    expect(found.map((document) => getMatch(document)?.rank)).toEqual([1, 3]);
  });

  it("reranks by a reranker of ours, after a compressor of LangChain's", async () => {
    const pipeline = new DocumentCompressorPipeline({
      transformers: [
        new EmbeddingsFilter({ embeddings, k: 3 }),
        compressorFromReranker(wordOverlapReranker(), { limit: 1 }),
      ],
    });
    const [best, ...more] = await compressed(pipeline).invoke("river Senn");
    expect(more).toEqual([]);
    expect(best).toMatchObject({ id: "p2", metadata: { relevanceScore: 2 } });
    expect(getMatch(best)?.nodeId).toBe("p2");
  });
});

it("ParentDocumentRetriever finds whole documents by their parts", async () => {
  const vectorstore = await PsiVectorStore.fromExistingIndex(embeddings, { where: memoryStore() });
  const docstore = new InMemoryStore<Document>();
  const parents = new ParentDocumentRetriever({
    vectorstore,
    docstore,
    childSplitter: new CharacterTextSplitter({ separator: ".", chunkSize: 60, chunkOverlap: 0 }),
    childK: 3,
    parentK: 1,
  });
  const stories = [
    "The Petrel was a brig. Hendry Pask built her at Harsett. She was lost in 1866.",
    "The Plover was a barque. Edith Sarn sailed in her. Dina Festing repaired her clock.",
  ].map((pageContent, i) => new Document({ pageContent, metadata: { story: i } }));
  await parents.addDocuments(stories);
  expect(vectorstore.index.size).toBeGreaterThan(2);
  expect(await parents.invoke("Who repaired the clock?")).toEqual([stories[1]]);
  expect(await parents.invoke("Who built the brig at Harsett?")).toEqual([stories[0]]);
});

describe("SelfQueryRetriever", () => {
  const SHIPS = [
    ["Petrel", "brig", 1840],
    ["Plover", "barque", 1866],
    ["Tern", "brig", 1866],
  ].map(
    ([ship, rig, year]) =>
      new Document({
        pageContent: `The ${ship} was built at Harsett.`,
        metadata: { ship, rig, year },
      }),
  );
  const attributeInfo = [
    { name: "rig", type: "string", description: "brig or barque" },
    { name: "year", type: "number", description: "when she was built" },
  ];
  async function asking(filter: string, fixed?: { readonly rig: string }) {
    const vectorStore = await PsiVectorStore.fromDocuments(SHIPS, embeddings);
    const prompts: string[] = [];
    const llm = saying(`\`\`\`json\n${JSON.stringify({ query: "Harsett", filter })}\n\`\`\``);
    const found = await SelfQueryRetriever.fromLLM({
      llm,
      vectorStore,
      documentContents: "Ships of Harsett",
      attributeInfo,
      structuredQueryTranslator: new PsiTranslator(),
      searchParams: { k: 3, ...(fixed && { filter: fixed }) },
    }).invoke("Which ships were built at Harsett?", {
      callbacks: [
        {
          handleChatModelStart: (_m, messages) =>
            void prompts.push(String(messages[0]?.[0]?.content)),
        },
      ],
    });
    return { ships: found.map(({ metadata }) => metadata.ship).sort(), prompt: prompts[0] };
  }

  it.each<[string, string, readonly string[]]>([
    ["no filter", "NO_FILTER", ["Petrel", "Plover", "Tern"]],
    ["a value", 'eq("rig", "brig")', ["Petrel", "Tern"]],
    ["a number", 'eq("year", 1866)', ["Plover", "Tern"]],
    ["a number in quotes", 'eq("year", "1866")', ["Plover", "Tern"]],
    ["two fields", 'and(eq("rig", "brig"), eq("year", 1866))', ["Tern"]],
    ["two values", 'or(eq("year", 1840), eq("year", 1866))', ["Petrel", "Plover", "Tern"]],
  ])("searches with %s", async (_, filter, ships) => {
    expect((await asking(filter)).ships).toEqual(ships);
  });

  it("keeps to the retriever's filter, with and without one of the query", async () => {
    expect((await asking("NO_FILTER", { rig: "brig" })).ships).toEqual(["Petrel", "Tern"]);
    expect((await asking('eq("year", 1866)', { rig: "brig" })).ships).toEqual(["Tern"]);
  });

  it("offers the model what filters can say, and refuses what they cannot", async () => {
    const { prompt } = await asking("NO_FILTER");
    expect(prompt).toMatch(/`comp` \(eq\)/);
    expect(prompt).toMatch(/`op` \(and \| or\)/);
    await expect(asking('gt("year", 1850)')).rejects.toThrow(/comparator not allowed/);
    await expect(asking('or(eq("rig", "brig"), eq("year", 1866))')).rejects.toMatchObject({
      message: expect.stringContaining("or of the fields"),
    });
  });
});

it("HydeRetriever searches with the vector of an invented answer", async () => {
  const hyde = new HydeRetriever({
    vectorStore: store,
    llm: saying("Sheep graze above the village."),
    k: 1,
  });
  expect(idsOf(await hyde.invoke("What lives on high ground?"))).toEqual(["p3"]);
});

it("ScoreThresholdRetriever drops what is far away, in a store that scores by cosine", async () => {
  const byCosine = new PsiVectorStore(embeddings, { index: retriever.index, retriever: "tree" });
  const near = ScoreThresholdRetriever.fromVectorStore(byCosine, {
    minSimilarityScore: 0.5,
    maxK: 5,
    kIncrement: 2,
  });
  const found: DocumentInterface[] = await near.invoke(TEXTS[3] as string);
  expect(idsOf(found)[0]).toBe("p3");
  expect(found.length).toBeLessThan(5);
});

it("TimeWeightedVectorStoreRetriever keeps its notes in the metadata", async () => {
  const vectorStore = await PsiVectorStore.fromExistingIndex(embeddings, { where: memoryStore() });
  const recent = new TimeWeightedVectorStoreRetriever({
    vectorStore,
    memoryStream: [],
    searchKwargs: 2,
    k: 2,
  });
  await recent.addDocuments(documentsOf(TEXTS));
  const [best] = await recent.invoke("Oster lies on the river Senn.");
  expect(best?.metadata).toMatchObject({ source: "archive", buffer_idx: expect.any(Number) });
});
