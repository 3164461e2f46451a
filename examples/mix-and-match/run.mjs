// One index, built again and again with one part swapped: embedder, abstracter, fusion, store.
// Run it with: npm run build && node examples/mix-and-match/run.mjs
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InMemoryStore } from "@langchain/core/stores";
import { FakeListChatModel, SyntheticEmbeddings } from "@langchain/core/utils/testing";
import { extractive, summary } from "@psi/abstract";
import { memoryStore, rerank, weighted } from "@psi/core";
import { wordOverlapReranker } from "@psi/core/testing";
import { localEmbedder } from "@psi/embed";
import { storeFromByteStore } from "@psi/langchain";
import { createIndex, lmdbStore } from "@psi/rag";
import { documents } from "./corpus.mjs";

const folder = await mkdtemp(join(tmpdir(), "mix-and-match-"));
const embedder = localEmbedder();
// These two stand for the models that you have: any LangChain Embeddings, any LangChain chat model.
const otherEmbedder = new SyntheticEmbeddings({ vectorSize: 64 });
const model = new FakeListChatModel({ responses: ["A written abstract of these passages."] });

/** Each line swaps one part; what it does not name keeps its default. */
const variants = [
  ["the defaults", {}],
  ["embedder: another one", { embedder: otherEmbedder, embedderName: "synthetic-64" }],
  ["embedder: none, words alone", { embedder: false }],
  ["abstracter: sentences, no model", { abstracter: extractive({ sentences: 1 }) }],
  ["abstracter: a chat model", { abstracter: summary(model) }],
  ["fusion: weighted signals", { fuse: weighted({ "sparse.bm25": 1, "tree.cosine": 2 }) }],
  ["fusion: a reranker", { fuse: rerank(wordOverlapReranker()) }],
  ["store: one file", { store: lmdbStore(join(folder, "corrie.psi")) }],
  ["store: a LangChain byte store", { store: storeFromByteStore(new InMemoryStore()) }],
];

for (const [name, { store = memoryStore(), ...parts }] of variants) {
  const index = await createIndex(store, documents, { embedder, ...parts });
  const found = await index.search("Why did the railway close?", { limit: 3 });
  const { layers } = index.inspect();
  const abstract = layers.length > 0 ? (await index.node()).node.text : "(no tree)";
  const ids = found.map(({ node }) => node.id).join(", ");
  console.log(`${name.padEnd(32)} ${ids.padEnd(28)} ${abstract.slice(0, 60)}`);
  await index.close();
  await store.close();
}
await embedder.close();
await rm(folder, { recursive: true });
