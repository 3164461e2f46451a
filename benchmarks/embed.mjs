// Passages per second of @psi/embed beside bare onnxruntime-node on the same token ids.
//
//   node benchmarks/embed.mjs [--blocks 60] [--texts 5] [--model folder] [--shared folder] [--json]
//
// Both run in turns, block by block in one process, so that a busy machine slows both alike; the order
// changes with each block. Bare means: ids at hand, three tensors, one run, nothing done with the result.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { localEmbedder } from "../packages/embed/dist/index.js";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(join(root, "packages/embed/package.json"));
const ort = require("onnxruntime-1.17");
const { Tokenizer } = require("@huggingface/tokenizers");

const { values: flags } = parseArgs({
  options: {
    blocks: { type: "string", default: "60" },
    texts: { type: "string", default: "5" },
    model: { type: "string", default: join(root, "packages/embed/models/bge-small-en-v1.5") },
    shared: { type: "string", default: join(root, "../shared") },
    json: { type: "boolean", default: false },
  },
});
const blocks = Number(flags.blocks);
const size = Number(flags.texts);
const threads = 2;

function loadTexts(count) {
  const corpus = join(flags.shared, "datasets/2wiki_hipporag1000/corpus.jsonl");
  if (existsSync(corpus)) {
    const lines = readFileSync(corpus, "utf8").split("\n").slice(0, count);
    const texts = lines
      .map((line) => JSON.parse(line))
      .map(({ title, text }) => `${title}\n${text}`);
    return { source: "2wiki_hipporag1000", texts };
  }
  const words =
    "the ledger of a northern harbour names every ship that came in before winter".split(" ");
  const textOf = (i) =>
    Array.from({ length: 75 }, (_, j) => words[(i * 7 + j * j) % words.length]).join(" ");
  return { source: "generated", texts: Array.from({ length: count }, (_, i) => textOf(i)) };
}

const { source, texts } = loadTexts(blocks * size);
const tokenizer = new Tokenizer(
  JSON.parse(readFileSync(join(flags.model, "tokenizer.json"), "utf8")),
  JSON.parse(readFileSync(join(flags.model, "tokenizer_config.json"), "utf8")),
);
const idsOf = (text) => {
  const { ids } = tokenizer.encode(text);
  return ids.length > 512 ? [...ids.slice(0, 511), ids.at(-1)] : ids;
};
const ids = texts.map(idsOf);

const startOfLoad = performance.now();
const embedder = localEmbedder({ model: flags.model, threads });
await embedder.embedQuery("warm");
const loadMs = performance.now() - startOfLoad;

const session = await ort.InferenceSession.create(join(flags.model, "onnx/model_quantized.onnx"), {
  intraOpNumThreads: threads,
});
const tensor = (data) => new ort.Tensor("int64", data, [1, data.length]);
const runBare = (list) =>
  session.run({
    input_ids: tensor(BigInt64Array.from(list, BigInt)),
    attention_mask: tensor(new BigInt64Array(list.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(list.length)),
  });

const subjects = {
  async bare(from, to) {
    for (let i = from; i < to; i++) await runBare(ids[i]);
  },
  async ours(from, to) {
    await embedder.embedDocuments(texts.slice(from, to));
  },
};
const seconds = { bare: [], ours: [] };
await runBare(ids[0]);
for (let block = 0; block < blocks; block++) {
  const order = block % 2 === 0 ? ["bare", "ours"] : ["ours", "bare"];
  for (const name of order) {
    const start = performance.now();
    await subjects[name](block * size, (block + 1) * size);
    seconds[name].push((performance.now() - start) / 1000);
  }
}
await embedder.close();
await session.release();

const sum = (list) => list.reduce((total, value) => total + value, 0);
const ratios = seconds.bare.map((bare, block) => bare / seconds.ours[block]).sort((a, b) => a - b);
const result = {
  texts: texts.length,
  source,
  meanTokens: Math.round(sum(ids.map((list) => list.length)) / ids.length),
  threads,
  bare: Number(((blocks * size) / sum(seconds.bare)).toFixed(1)),
  ours: Number(((blocks * size) / sum(seconds.ours)).toFixed(1)),
  ratio: Number((sum(seconds.bare) / sum(seconds.ours)).toFixed(3)),
  medianRatioOfBlocks: Number(ratios[Math.floor(ratios.length / 2)].toFixed(3)),
  loadAndFirstQueryMs: Math.round(loadMs),
};
if (flags.json) console.log(JSON.stringify(result));
else {
  console.log(
    `${result.texts} texts (${source}, ${result.meanTokens} tokens on average), ${threads} threads`,
  );
  console.log(`onnxruntime-node alone  ${result.bare} passages/s`);
  console.log(`@psi/embed              ${result.ours} passages/s`);
  console.log(
    `ratio                   ${result.ratio} (median of blocks ${result.medianRatioOfBlocks})`,
  );
  console.log(`load and first query    ${result.loadAndFirstQueryMs} ms`);
}
