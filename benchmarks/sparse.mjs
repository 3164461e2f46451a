// What do building, saving, loading and searching an index of words cost, and what does it find?
//   node benchmarks/sparse.mjs [data set, 2wiki_hipporag1000 when left out] [copies of its passages, 1]
// needs packages/sparse built. Without ../shared (or PSI_SHARED) it says so and makes passages up.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bm25, english, loadBm25, multilingual, saveBm25 } from "../packages/sparse/dist/index.js";

const [set = "2wiki_hipporag1000", copies = "1"] = process.argv.slice(2);
const shared = process.env.PSI_SHARED ?? fileURLToPath(new URL("../../shared", import.meta.url));

const readLines = (path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

function sharedSet(folder) {
  const corpus = readLines(`${folder}/corpus.jsonl`);
  const rows = new Map(corpus.map(({ id }, row) => [id, row]));
  return {
    texts: corpus.map(({ title, text }) => `${title}\n${text}`),
    questions: readLines(`${folder}/questions.jsonl`).map(({ question, gold }) => ({
      question,
      gold: gold.map((id) => rows.get(id)),
    })),
  };
}

/** 6,119 passages of a hundred words, few of them common, and 1,000 questions; always the same. */
function madeUpSet() {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const words = (count) =>
    Array.from({ length: count }, () => `w${Math.floor(40_000 * random() ** 3)}`).join(" ");
  return {
    texts: Array.from({ length: 6_119 }, () => words(100)),
    questions: Array.from({ length: 1_000 }, () => ({ question: words(12), gold: [] })),
  };
}

function print(what, value) {
  console.log(`${what.padEnd(44)} ${value}`);
}

/** The work's result and its best time of some runs, in milliseconds. */
function timed(times, work) {
  let result;
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    result = work();
    best = Math.min(best, performance.now() - start);
  }
  return [result, best];
}

function recall(index, questions, k) {
  const shares = questions.map(({ question, gold }) => {
    const found = new Set(index.search(question, k).map(({ id }) => id));
    return gold.filter((row) => found.has(row)).length / gold.length;
  });
  return (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(4);
}

function measure(texts, questions, tokenizer, hasGold) {
  const runs = texts.length > 20_000 ? 1 : 3;
  const [index, building] = timed(runs, () => bm25(texts, { tokenizer }));
  const [bytes, saving] = timed(runs, () => saveBm25(index));
  const [, loading] = timed(runs, () => loadBm25(bytes, { tokenizer }));
  const [, searching] = timed(runs, () => {
    for (const { question } of questions) index.search(question, 10);
  });
  const { offsets, rows, counts, lengths } = index.postings;
  const held = [offsets, rows, counts, lengths].reduce(
    (sum, { byteLength }) => sum + byteLength,
    0,
  );
  print("tokenizer", tokenizer.name);
  print("  terms, postings", `${index.vocabularySize}, ${rows.length}`);
  print("  build", `${building.toFixed(0)} ms`);
  print("  typed arrays in memory", `${(held / 1e6).toFixed(2)} MB`);
  print("  save", `${saving.toFixed(1)} ms, ${(bytes.length / 1e6).toFixed(2)} MB`);
  print("  load", `${loading.toFixed(1)} ms`);
  print("  search, 10 best", `${(searching / questions.length).toFixed(3)} ms a query`);
  if (!hasGold) return;
  print("  recall@2, recall@5", `${recall(index, questions, 2)}, ${recall(index, questions, 5)}`);
}

const folder = `${shared}/datasets/${set}`;
const isThere = existsSync(folder);
if (!isThere) console.log(`The data set ${set} is absent: passages are made up, without gold.`);
const { texts, questions } = isThere ? sharedSet(folder) : madeUpSet();
const all = Array.from({ length: Number(copies) }, () => texts).flat();
print("passages, questions", `${all.length}, ${questions.length}`);
for (const tokenizer of [multilingual(), english()]) {
  measure(all, questions, tokenizer, isThere && copies === "1");
}
print("largest memory of the process", `${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB`);
