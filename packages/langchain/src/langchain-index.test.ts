import type { Document } from "@langchain/core/documents";
import { index } from "@langchain/core/indexing";
import { memoryStore } from "@psi/core";
import { wordEmbedder } from "@psi/core/testing";
import { expect, it } from "vitest";
import { PsiVectorStore } from "./psi-vector-store.js";
import { documentsOf, TEXTS } from "./testing/archive.js";
import { recordManager } from "./testing/record-manager.js";

async function target() {
  const embeddings = wordEmbedder();
  const vectorStore = await PsiVectorStore.fromExistingIndex(embeddings, {
    where: memoryStore(),
    abstracter: false,
  });
  const records = recordManager();
  const run = (
    docsSource: Document[],
    options: NonNullable<Parameters<typeof index>[0]["options"]>,
  ) => index({ docsSource, recordManager: records, vectorStore, options });
  const texts = async () => {
    const { index: psiIndex } = vectorStore;
    const nodes = await Promise.all(psiIndex.ids.map((id) => psiIndex.node(id)));
    return nodes.map(({ node }) => node.text).sort();
  };
  return { vectorStore, run, texts, embeddings };
}

it("full: what is no longer given is removed, and nothing is embedded again", async () => {
  const { vectorStore, run, texts, embeddings } = await target();
  const full = { cleanup: "full" } as const;
  expect(await run(documentsOf(TEXTS), { ...full, batchSize: 2 })).toMatchObject({
    numAdded: 5,
    numDeleted: 0,
  });
  expect(embeddings.embedded).toHaveLength(5);
  expect(await run(documentsOf(TEXTS), full)).toMatchObject({ numAdded: 0, numSkipped: 5 });
  expect(await run(documentsOf(TEXTS.slice(1)), full)).toMatchObject({
    numAdded: 0,
    numSkipped: 4,
    numDeleted: 1,
  });
  expect(await texts()).toEqual(TEXTS.slice(1).sort());
  expect(await run([], full)).toMatchObject({ numDeleted: 4 });
  expect(await vectorStore.similaritySearch("lighthouse")).toEqual([]);
  expect(await run(documentsOf(TEXTS), full)).toMatchObject({ numAdded: 5 });
  expect(await texts()).toEqual([...TEXTS].sort());
  expect(embeddings.embedded).toEqual(TEXTS);
});

it("incremental: a changed source loses its old passages, others keep theirs", async () => {
  const { run, texts } = await target();
  const options = { cleanup: "incremental", sourceIdKey: "source" } as const;
  await run([...documentsOf(TEXTS.slice(0, 2), "a"), ...documentsOf(TEXTS.slice(2), "b")], options);
  const changed = documentsOf(["The lighthouse was pulled down.", TEXTS[1] as string], "a");
  // The second has the text and the (flat) metadata that it had, so it is the same document.
  expect(await run(changed, options)).toMatchObject({ numAdded: 1, numSkipped: 1, numDeleted: 1 });
  expect(await texts()).toEqual(["The lighthouse was pulled down.", ...TEXTS.slice(1)].sort());
});

it("forceUpdate writes what is there again", async () => {
  const { vectorStore, run } = await target();
  await run(documentsOf(TEXTS), { cleanup: "full" });
  const forced = await run(documentsOf(TEXTS), { cleanup: "full", forceUpdate: true });
  expect(forced).toMatchObject({ numUpdated: 5, numDeleted: 0 });
  expect(vectorStore.index.size).toBe(5);
});

it("no cleanup: documents are only added", async () => {
  const { run, texts } = await target();
  await run(documentsOf(TEXTS.slice(0, 3)), {});
  // The third is known: index() does not look at its nested metadata, which differ.
  expect(await run(documentsOf(TEXTS.slice(2)), {})).toMatchObject({ numAdded: 2, numSkipped: 1 });
  expect(await texts()).toEqual([...TEXTS].sort());
});

it("knows documents again that a search found", async () => {
  const { vectorStore, run } = await target();
  await run(documentsOf(TEXTS), { cleanup: "full" });
  const found = await vectorStore.similaritySearch("Mara Quill", 5);
  expect(await run(found, { cleanup: "full" })).toMatchObject({
    numAdded: 0,
    numSkipped: 5,
    numDeleted: 0,
  });
});
