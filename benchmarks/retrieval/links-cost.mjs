// What links cost to build and a query to answer, without an embedder. A process of its own, so that memory
// is that of the links: node --expose-gc links-cost.mjs <passages> <folder of a data set>...

import { buildLinks, sentenceStems } from "../../packages/bridge/dist/index.js";
import { memoryStore } from "../../packages/core/dist/index.js";
import { loadDataset } from "../../packages/eval/dist/index.js";
import { openIndex } from "../../packages/rag/dist/index.js";
import { multilingual } from "../../packages/sparse/dist/index.js";

const [count, ...folders] = process.argv.slice(2);
const sets = [];
for (const folder of folders) sets.push(await loadDataset(folder));
const passages = sets
  .flatMap(({ passages }) => passages)
  .filter(({ pageContent }) => pageContent.trim() !== "")
  .slice(0, Number(count));
const questions = sets[0].questions.slice(0, 200).map(({ question }) => question);
const named = passages.map(({ pageContent, metadata }) => ({
  text: pageContent,
  title: typeof metadata.title === "string" ? metadata.title : "",
}));

const held = () => {
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
};
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const before = held();
const resident = process.memoryUsage().rss / 1e6;
const begun = performance.now();
const links = buildLinks(named);
const linked = performance.now();
// With all that was thrown away meanwhile and not collected yet; kilobytes.
const peak = process.resourceUsage().maxRSS / 1e3 - resident;
const linksMemory = held() - before;
const stemming = performance.now();
const stems = sentenceStems(named, links, multilingual());
const stemmed = performance.now();
const memory = held() - before;

const index = await openIndex(memoryStore(), { embedder: false, abstracter: false });
// Ids of several sets may be the same.
await index.add(passages.map((passage, row) => ({ ...passage, id: String(row) })));
for (const question of questions.slice(0, 10)) await index.search(`${question} `);
const times = { words: [], hybrid: [] };
for (const question of questions) {
  for (const retriever of ["words", "hybrid"]) {
    const start = performance.now();
    await index.search(question, { retriever });
    times[retriever].push(performance.now() - start);
  }
}
await index.close();
console.log(
  JSON.stringify({
    passages: passages.length,
    names: links.names.length,
    linksSeconds: (linked - begun) / 1000,
    linksMegabytes: linksMemory,
    peakMegabytes: Math.max(0, peak),
    sentencesSeconds: (stemmed - stemming) / 1000,
    // Counted here, so that neither was collected before memory was read.
    stems: stems.stems.length,
    bothMegabytes: memory,
    wordsMilliseconds: median(times.words),
    hybridMilliseconds: median(times.hybrid),
  }),
);
