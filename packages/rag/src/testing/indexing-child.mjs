// Builds an index with an embedder and a model that write down each text they are paid for, and are slow.
// Arguments: path of the index, path of the log, number of passages. Run by kill.test.ts, which kills it.
import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { openIndex } from "../../dist/index.js";

const [path, log, count] = process.argv.slice(2);
const pay = async (kind, text) => {
  await sleep(1);
  appendFileSync(log, `${JSON.stringify([kind, text])}\n`);
};
const vectorOf = (text) =>
  Array.from({ length: 8 }, (_, i) =>
    Math.sin((i + 1) * (text.length + text.charCodeAt(text.length - 1))),
  );
const embedder = {
  name: "logged",
  embedDocuments: async (texts) => {
    const vectors = [];
    for (const text of texts) {
      await pay("embed", text);
      vectors.push(vectorOf(text));
    }
    return vectors;
  },
  embedQuery: async (text) => vectorOf(text),
};
const abstracter = {
  name: "logged",
  free: false,
  abstract: async ({ texts }) => {
    await pay("abstract", texts.join("|"));
    return { text: `about ${texts.length}: ${texts[0].slice(0, 40)}`, notes: [] };
  },
};
const passages = Array.from({ length: Number(count) }, (_, i) => ({
  id: `p${i}`,
  pageContent: `Passage ${i} of the log ${"x".repeat(i % 37)}.${i}`,
  metadata: {},
}));
const index = await openIndex(path, { embedder, abstracter });
await index.replaceAll(passages);
await index.close();
