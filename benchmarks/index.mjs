// What an index costs beyond the embedding of its texts, and how fast it opens and answers.
// Usage: npm run bench:index [-- <data set folder> [passages]]
// Prints ratios within this one run: the embedder's own time is measured around each of its calls.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { localEmbedder } from "../packages/embed/dist/index.js";
import { loadDataset } from "../packages/eval/dist/index.js";
import { createIndex, openIndex } from "../packages/rag/dist/index.js";

const [
  folder = resolve(import.meta.dirname, "../../shared/datasets/2wiki_hipporag1000"),
  count = "6119",
] = process.argv.slice(2);
if (!existsSync(folder)) {
  console.error(`There is no data set at ${folder}. Name the folder of one.`);
  process.exit(2);
}
const dataset = await loadDataset(folder);
const passages = dataset.passages.slice(0, Number(count));
const questions = dataset.questions.slice(0, 200).map(({ question }) => question);
const place = mkdtempSync(join(tmpdir(), "psi-bench-"));
const path = join(place, "index.psi");

const local = localEmbedder();
let embedding = 0;
const timed = async (work) => {
  const begun = performance.now();
  const result = await work();
  embedding += performance.now() - begun;
  return result;
};
const embedder = {
  name: local.name,
  dimensions: local.dimensions,
  embedDocuments: (texts, options) => timed(() => local.embedDocuments(texts, options)),
  embedQuery: (text) => timed(() => local.embedQuery(text)),
};
await local.embedQuery("warm up");

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const milliseconds = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const stages = new Map();
let entered = performance.now();
let stage = "start";
const whole = await milliseconds(async () => {
  const index = await createIndex(path, passages, {
    embedder,
    onProgress: (progress) => {
      if (progress.stage === stage) return;
      stages.set(stage, (stages.get(stage) ?? 0) + performance.now() - entered);
      entered = performance.now();
      stage = progress.stage;
    },
  });
  stages.set(stage, performance.now() - entered);
  await index.close();
});
console.log(`passages                       ${passages.length}`);
console.log(`indexing, s                    ${(whole / 1000).toFixed(1)}`);
console.log(`embedding alone, s             ${(embedding / 1000).toFixed(1)}`);
console.log(`indexing / embedding           ${(whole / embedding).toFixed(3)}`);
for (const [name, time] of stages)
  console.log(`  ${name.padEnd(28)} ${(time / 1000).toFixed(2)} s`);

const openings = [];
for (let i = 0; i < 7; i++) {
  openings.push(
    await milliseconds(async () => (await openIndex(path, { readOnly: true })).close()),
  );
}
console.log(`opening, ms (median of 7)      ${median(openings).toFixed(0)}`);

const index = await openIndex(path, { embedder, readOnly: true });
for (const options of [{ retriever: "words" }, { retriever: "tree" }, { retriever: "hybrid" }]) {
  const own = [];
  for (const question of questions) {
    embedding = 0;
    const time = await milliseconds(() => index.search(question, options));
    own.push(time - embedding);
  }
  console.log(
    `search ${options.retriever.padEnd(7)} without embedder, ms ${median(own).toFixed(2)}`,
  );
}
await index.close();
await local.close();
console.log(`peak memory, MB                ${(process.resourceUsage().maxRSS / 1024).toFixed(0)}`);
rmSync(place, { recursive: true, force: true });
