// Writes what the retrievers see of the candidates of each question of a data set, for train-fusion.py.
// Usage: node tools/dump-signals.mjs <data set folder> <titles|none|made> <words|vectors|hops> <folder of dumps> [<index>]
// The index, made when it is not there, keeps embeddings for the next run.
// "none" leaves titles out. "made" leaves them out too, and asks questions made of the passages themselves instead
// of the set's: words of two linked passages, often without the names. They teach what to do where no name helps.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildLinks } from "../packages/bridge/dist/index.js";
import { memoryStore, mergeLists, sentences } from "../packages/core/dist/index.js";
import { loadDataset } from "../packages/eval/dist/index.js";
import { openIndex } from "../packages/rag/dist/index.js";

const [folder, mode, tier, out, path] = process.argv.slice(2);
const dataset = await loadDataset(folder);
const passages = dataset.passages
  .filter(({ pageContent }) => pageContent.trim() !== "")
  .map((passage) => (mode === "titles" ? passage : { ...passage, metadata: {} }));
const index = await openIndex(tier === "words" ? memoryStore() : (path ?? memoryStore()), {
  ...(tier === "words" && { embedder: false }),
  abstracter: false,
  rememberQueries: tier !== "words" && path !== undefined,
});
await index.replaceAll(passages);
const asked =
  mode === "made" ? madeQuestions(passages, tier === "words" ? 400 : 350) : dataset.questions;
const known = new Set(passages.map(({ id }) => id));

const everything = async (_query, lists) => mergeLists(lists);
const questions = [];
const values = [];
let inputs;
let spent = 0;
for (const { question, gold } of asked) {
  const right = new Set(gold.filter((id) => known.has(id)));
  if (right.size === 0) continue;
  const begun = performance.now();
  const candidates = await index.search(question, {
    fuse: everything,
    limit: 1,
    secondHop: tier === "hops",
  });
  spent += performance.now() - begun;
  inputs ??= inputsOf(candidates);
  for (const candidate of candidates)
    for (const input of inputs) values.push(input.read(candidate, candidates));
  questions.push({
    size: candidates.length,
    golds: right.size,
    gold: candidates.flatMap(({ node }, i) => (right.has(node.id) ? [i] : [])),
  });
}
await index.close();

/** Questions of fifteen to forty words, each from a sentence of each of two or three passages that share a name. */
function madeQuestions(passages, count) {
  let state = 1;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const links = buildLinks(passages.map(({ pageContent }) => ({ text: pageContent })));
  const linked = [...passages.keys()].filter((row) => links.neighbours(row).length > 1);
  return Array.from({ length: count }, () => {
    const first = linked[random(linked.length)];
    const others = links.neighbours(first);
    const rows = [
      ...new Set([
        first,
        others[random(others.length)],
        ...(random(2) ? [others[random(others.length)]] : []),
      ]),
    ];
    const parts = rows.map((row) => partOf(passages[row].pageContent, random));
    return { question: parts.join(", and "), gold: rows.map((row) => passages[row].id) };
  });
}

/** Some of the words of a sentence, most of its names left out. */
function partOf(text, random) {
  const cut = sentences(text);
  const { start, end } = cut[random(cut.length)];
  const words = text.slice(start, end).trim().split(/\s+/);
  return words
    .filter((word, i) => random(10) < (i > 0 && /^\p{Lu}/u.test(word) ? 4 : 8))
    .slice(0, 10 + random(10))
    .join(" ");
}

/** Every signal as it is; BM25 as a share of the best, the cosine also as what it lacks to the best. */
function inputsOf(candidates) {
  const names = [...new Set(candidates.flatMap(({ signals }) => Object.keys(signals)))]
    .filter(
      (name) => !name.endsWith(".rank") && name !== "tree.score" && name !== "bridge.pagerank",
    )
    .sort();
  const value = (name) => ({
    signal: name,
    measure: "value",
    read: ({ signals }) => signals[name] ?? 0,
  });
  const best = (name, all) =>
    all.reduce((most, { signals }) => Math.max(most, signals[name] ?? 0), 0);
  return names.flatMap((name) => {
    if (name === "sparse.bm25") {
      return [
        {
          signal: name,
          measure: "share",
          read: ({ signals }, all) => (signals[name] ?? 0) / (best(name, all) + 1e-9),
        },
      ];
    }
    if (name !== "tree.cosine") return [value(name)];
    return [
      value(name),
      {
        signal: name,
        measure: "behind",
        read: ({ signals }, all) => (signals[name] ?? 0) - best(name, all),
      },
    ];
  });
}

const hash = createHash("sha256");
for (const file of ["corpus.jsonl", "questions.jsonl"])
  hash.update(readFileSync(join(folder, file)));
mkdirSync(out, { recursive: true });
const name = join(out, `${dataset.name}.${mode}.${tier}`);
writeFileSync(`${name}.f32`, Buffer.from(Float32Array.from(values).buffer));
const header = {
  set: dataset.name,
  mode,
  tier,
  hash: hash.digest("hex"),
  inputs: inputs.map(({ signal, measure }) => ({ signal, measure })),
  questions,
};
writeFileSync(`${name}.json`, JSON.stringify(header));
console.log(
  `${dataset.name} ${mode} ${tier}: ${questions.length} questions, ${values.length / inputs.length} candidates, ${inputs.length} inputs, ${(spent / questions.length).toFixed(1)} ms a query`,
);
