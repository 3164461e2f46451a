import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import type { index } from "@langchain/core/indexing";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import type { BaseRetrieverInterface } from "@langchain/core/retrievers";
import type { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";
import { type Runnable, RunnablePassthrough, RunnableSequence } from "@langchain/core/runnables";
import { type BaseStore, InMemoryStore } from "@langchain/core/stores";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import type {
  VectorStore,
  VectorStoreInterface,
  VectorStoreRetriever,
} from "@langchain/core/vectorstores";
import type { AgentAnswer, IndexStore, Reranker, Retriever } from "@psi/core";
import type { MetadataFilter, PsiIndex } from "@psi/rag";
import { expectTypeOf, it } from "vitest";
import {
  agentTool,
  compressorFromReranker,
  type FoundMetadata,
  getMatch,
  PsiAgent,
  type PsiConfigurable,
  type PsiMatch,
  PsiRetriever,
  PsiVectorStore,
  rerankerFromCompressor,
  searchTool,
  storeFromByteStore,
} from "./index.js";

declare const retriever: PsiRetriever;
declare const inner: Retriever;
declare const psiIndex: PsiIndex;
declare const store: PsiVectorStore;
declare const embeddings: EmbeddingsInterface;

it("is a retriever of LangChain's", () => {
  expectTypeOf<PsiRetriever>().toExtend<BaseRetrieverInterface>();
  expectTypeOf(new PsiRetriever({ retriever: inner })).toExtend<BaseRetrieverInterface>();
  expectTypeOf(
    new PsiRetriever({ retriever: psiIndex, limit: 3, tags: ["a"] }),
  ).toEqualTypeOf<PsiRetriever>();
  expectTypeOf(PsiRetriever.fromDocuments).returns.resolves.toEqualTypeOf<PsiRetriever>();
});

it("gives documents whose match can be read", () => {
  expectTypeOf(retriever.invoke("q")).resolves.toEqualTypeOf<DocumentInterface<FoundMetadata>[]>();
  expectTypeOf(getMatch).returns.toEqualTypeOf<PsiMatch | undefined>();
  expectTypeOf<FoundMetadata["title"]>().toBeUnknown();
});

it("takes documents of any kind, and only a whole configuration", () => {
  const frozen: readonly DocumentInterface[] = [];
  expectTypeOf(PsiRetriever.fromDocuments).toBeCallableWith(frozen, {
    where: "folder",
    embedder: false,
    limit: 3,
  });
  // @ts-expect-error: there is no such option.
  expectTypeOf(PsiRetriever.fromDocuments).toBeCallableWith(frozen, { topK: 3 });
  // @ts-expect-error: ids are needed.
  expectTypeOf(retriever.delete).toBeCallableWith({});
});

it("drops into chains", () => {
  const model = new FakeListChatModel({ responses: ["yes"] });
  const prompt = ChatPromptTemplate.fromTemplate("{context}\n\n{question}");
  const text = (documents: DocumentInterface[]): string =>
    documents.map(({ pageContent }) => pageContent).join("\n");
  const chain = RunnableSequence.from([
    { context: retriever.pipe(text), question: new RunnablePassthrough<string>() },
    prompt,
    model,
    new StringOutputParser(),
  ]);
  expectTypeOf(chain.invoke("q")).resolves.toBeString();
  expectTypeOf(retriever.pipe(text).invoke("q")).resolves.toBeString();
  expectTypeOf(retriever.withRetry().invoke).parameter(0).toBeString();
});

it("adapts both ways", () => {
  expectTypeOf(rerankerFromCompressor)
    .parameter(0)
    .toExtend<Pick<BaseDocumentCompressor, "compressDocuments">>();
  expectTypeOf(
    rerankerFromCompressor(
      compressorFromReranker(rerankerFromCompressor({ compressDocuments: async (all) => all })),
    ),
  ).toExtend<Reranker>();
  expectTypeOf(compressorFromReranker).returns.toEqualTypeOf<BaseDocumentCompressor>();
  expectTypeOf<BaseStore<string, Uint8Array>>().toExtend<
    Parameters<typeof storeFromByteStore>[0]
  >();
  expectTypeOf(storeFromByteStore(new InMemoryStore<Uint8Array>())).toEqualTypeOf<IndexStore>();
  // @ts-expect-error: a store of text.
  storeFromByteStore(new InMemoryStore<string>());
});

it("is a tool that agents take", () => {
  expectTypeOf(searchTool(retriever)).toExtend<StructuredToolInterface>();
  expectTypeOf(searchTool).toBeCallableWith(inner, { limit: 3 });
  expectTypeOf(searchTool).toBeCallableWith(psiIndex);
  const model = new FakeListChatModel({ responses: [] });
  expectTypeOf(model.bindTools).toBeCallableWith([searchTool(retriever)]);
});

it("is an agent that LangChain runs", () => {
  const model = new FakeListChatModel({ responses: [] });
  const agent = new PsiAgent({ index: psiIndex, model, maxRetrievals: "auto", timeout: 5 });
  expectTypeOf(agent).toExtend<Runnable<string, AgentAnswer>>();
  expectTypeOf(agent.invoke("q")).resolves.toEqualTypeOf<AgentAnswer>();
  expectTypeOf(agent.batch([{ question: "q" }, "r"])).resolves.toEqualTypeOf<AgentAnswer[]>();
  expectTypeOf(agent.stream).returns.resolves.toExtend<AsyncIterable<AgentAnswer>>();
  expectTypeOf(agent.withFallbacks([agent]).invoke("q")).resolves.toEqualTypeOf<AgentAnswer>();
  expectTypeOf(agent.pipe((answer) => answer.text).invoke("q")).resolves.toBeString();
  expectTypeOf(PsiAgent).toBeConstructibleWith({ index: psiIndex.chat() });
  // @ts-expect-error: a signal is a call's.
  new PsiAgent({ index: psiIndex, signal: new AbortController().signal });
  // @ts-expect-error: a retriever answers nothing.
  new PsiAgent({ index: inner });
});

it("is a tool that answers", () => {
  const tool = agentTool(psiIndex, { name: "ask", maxTokens: 500 });
  expectTypeOf(tool).toExtend<StructuredToolInterface>();
  expectTypeOf(agentTool).toBeCallableWith(new PsiAgent({ index: psiIndex }), { name: "ask" });
  // @ts-expect-error: the agent has its own.
  agentTool(new PsiAgent({ index: psiIndex }), { maxTokens: 500 });
});

it("is a vector store of LangChain's", () => {
  expectTypeOf<PsiVectorStore>().toExtend<VectorStore>();
  expectTypeOf<PsiVectorStore>().toExtend<VectorStoreInterface>();
  expectTypeOf<PsiVectorStore["FilterType"]>().toEqualTypeOf<MetadataFilter>();
  expectTypeOf(PsiVectorStore).toBeConstructibleWith(embeddings, {
    index: psiIndex,
    filter: { a: 1 },
  });
  expectTypeOf(PsiVectorStore.fromDocuments).toBeCallableWith([], embeddings, { ifExists: "sync" });
  expectTypeOf(store.asRetriever({ k: 3, filter: { source: ["a", "b"] } })).toEqualTypeOf<
    VectorStoreRetriever<PsiVectorStore>
  >();
  expectTypeOf<Parameters<typeof index>[0]["vectorStore"]>().toEqualTypeOf<VectorStore>();
  // @ts-expect-error: filters have no operators.
  expectTypeOf(store.similaritySearch).toBeCallableWith("q", 3, { year: { $gt: 1840 } });
  // @ts-expect-error: how many is said by each call.
  new PsiVectorStore(embeddings, { index: psiIndex, limit: 3 });
});

it("searches as its options say", () => {
  expectTypeOf(PsiRetriever).toBeConstructibleWith({
    index: psiIndex,
    retriever: "tree",
    filter: { source: "a" },
    secondHop: true,
  });
  expectTypeOf(PsiRetriever.fromDocuments).toBeCallableWith([], {
    retriever: "words",
    filter: { source: ["a"] },
    where: "a.psi",
    ifExists: "sync",
  });
  expectTypeOf<PsiConfigurable>().toHaveProperty("filter");
  expectTypeOf(retriever.withConfig({ tags: ["a"] }).invoke("q")).resolves.toEqualTypeOf<
    DocumentInterface<FoundMetadata>[]
  >();
  // @ts-expect-error: a kind of retriever needs the index that has it.
  new PsiRetriever({ retriever: "tree" });
});
