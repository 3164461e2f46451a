// Writes what the retrievers see of the candidates of each question of a data set, for train-fusion.py.
// Usage: node tools/dump-signals.mjs <data set folder> <titles|none> <words|vectors> <folder of dumps> [<index>]
// The index, made when it is not there, keeps embeddings for the next run.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryStore, mergeLists } from "../packages/core/dist/index.js";
import { loadDataset } from "../packages/eval/dist/index.js";
import { openIndex } from "../packages/rag/dist/index.js";

const [folder, mode, tier, out, path] = process.argv.slice(2);
const dataset = await loadDataset(folder);
const passages = dataset.passages
  .filter(({ pageContent }) => pageContent.trim() !== "")
  .map((passage) => (mode === "none" ? { ...passage, metadata: {} } : passage));
const index = await openIndex(tier === "words" ? memoryStore() : (path ?? memoryStore()), {
  ...(tier === "words" && { embedder: false }),
  abstracter: false,
  rememberQueries: tier === "vectors" && path !== undefined,
});
await index.replaceAll(passages);
const known = new Set(passages.map(({ id }) => id));

const everything = async (_query, lists) => mergeLists(lists);
const questions = [];
const values = [];
let inputs;
let spent = 0;
for (const { question, gold } of dataset.questions) {
  const right = new Set(gold.filter((id) => known.has(id)));
  if (right.size === 0) continue;
  const begun = performance.now();
  const candidates = await index.search(question, { fuse: everything, limit: 1 });
  spent += performance.now() - begun;
  inputs ??= inputsOf(candidates);
  for (const candidate of candidates) for (const input of inputs) values.push(input.read(candidate, candidates));
  questions.push({
    size: candidates.length,
    golds: right.size,
    gold: candidates.flatMap(({ node }, i) => (right.has(node.id) ? [i] : [])),
  });
}
await index.close();

/** Every signal as it is; BM25 as a share of the best, the cosine also as what it lacks to the best. */
function inputsOf(candidates) {
  const names = [...new Set(candidates.flatMap(({ signals }) => Object.keys(signals)))]
    .filter((name) => !name.endsWith(".rank") && name !== "tree.score" && name !== "bridge.pagerank")
    .sort();
  const value = (name) => ({ signal: name, measure: "value", read: ({ signals }) => signals[name] ?? 0 });
  const best = (name, all) => all.reduce((most, { signals }) => Math.max(most, signals[name] ?? 0), 0);
  return names.flatMap((name) => {
    if (name === "sparse.bm25") {
      return [{ signal: name, measure: "share", read: ({ signals }, all) => (signals[name] ?? 0) / (best(name, all) + 1e-9) }];
    }
    if (name !== "tree.cosine") return [value(name)];
    return [value(name), { signal: name, measure: "behind", read: ({ signals }, all) => (signals[name] ?? 0) - best(name, all) }];
  });
}

const hash = createHash("sha256");
for (const file of ["corpus.jsonl", "questions.jsonl"]) hash.update(readFileSync(join(folder, file)));
mkdirSync(out, { recursive: true });
const name = join(out, `${dataset.name}.${mode}.${tier}`);
writeFileSync(`${name}.f32`, Buffer.from(Float32Array.from(values).buffer));
const header = { set: dataset.name, mode, tier, hash: hash.digest("hex"), inputs: inputs.map(({ signal, measure }) => ({ signal, measure })), questions };
writeFileSync(`${name}.json`, JSON.stringify(header));
console.log(`${dataset.name} ${mode} ${tier}: ${questions.length} questions, ${values.length / inputs.length} candidates, ${inputs.length} inputs, ${(spent / questions.length).toFixed(1)} ms a query`);
