// What do links between passages cost, how do they grow, and what do they find that words do not?
//   node benchmarks/links.mjs [recall|growth|change|all, all when left out] [data sets, by commas]
// needs packages/core, sparse and bridge built, and ../shared (or PSI_SHARED) with the data sets.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  buildBridge,
  buildLinks,
  linkRetriever,
  personalisedPageRank,
  saveBridge,
  sentenceStems,
} from "../packages/bridge/dist/index.js";
import { bm25, multilingual, sparseRetriever } from "../packages/sparse/dist/index.js";

const usual = "2wiki_hipporag1000,musique_dev387,hotpotqa_dev494,popqa1000,multihoprag_pool";
const [part = "all", chosen = usual] = process.argv.slice(2);
const shared = process.env.PSI_SHARED ?? fileURLToPath(new URL("../../shared", import.meta.url));

const linesOf = (path) =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : [];

/** Passages, and questions whose gold is complete. */
function sharedSet(name) {
  const folder = `${shared}/datasets/${name}`;
  const corpus = ["corpus", "distractors"].flatMap((file) => linesOf(`${folder}/${file}.jsonl`));
  const rows = new Map(corpus.map(({ id }, row) => [id, row]));
  return {
    passages: corpus.map(({ title, text }) => (title ? { title, text } : { text })),
    questions: linesOf(`${folder}/questions.jsonl`)
      .filter(({ gold = [], gold_complete = true }) => gold.length > 0 && gold_complete)
      .map(({ question, gold }) => ({
        question,
        gold: [...new Set(gold)].map((id) => rows.get(id)),
      })),
  };
}

const indexed = ({ title, text }) => (title ? `${title}\n${text}` : text);

/** Nodes without text: reading them is not what is measured. */
const nodes = {
  read: async (rows) =>
    rows.map((row) => ({ row, id: `${row}`, layer: 0, text: "", metadata: {} })),
};

async function recallOf(retriever, questions) {
  const sums = [0, 0];
  for (const { question, gold } of questions) {
    const found = (await retriever.retrieve(question, { limit: 5 })).map(({ node }) => node.row);
    [2, 5].forEach((k, i) => {
      const best = found.slice(0, k);
      sums[i] += gold.filter((row) => best.includes(row)).length / gold.length;
    });
  }
  return sums.map((sum) => (sum / questions.length).toFixed(3)).join("/");
}

async function recall(name, hasTitles) {
  const { passages: given, questions } = sharedSet(name);
  const passages = hasTitles ? given : given.map(({ text }) => ({ text }));
  const words = sparseRetriever(bm25(passages.map(indexed)), { nodes });
  const links = linkRetriever(buildLinks(passages), { from: [words], nodes });
  const columns = [
    name.padEnd(20),
    hasTitles ? "titles   " : "no titles",
    `words ${await recallOf(words, questions)}`,
    `links ${await recallOf(links, questions)}`,
  ];
  console.log(columns.join("  "));
}

/** The work's result, its wall time and its processor time, in milliseconds. */
function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { result, wall, cpu: (user + system) / 1e3 };
}

const bytesOf = (value) => {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === "string") return value.length + 16;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum, each) => sum + bytesOf(each), 0);
};

function growth(passages) {
  const links = timed(() => buildLinks(passages));
  const { graph, names, holders, subjects, about } = links.result;
  const stems = timed(() => sentenceStems(passages, links.result, multilingual()));
  let row = 1;
  const walks = timed(() => {
    for (let i = 0; i < 50; i++) {
      const seeds = new Map();
      for (let place = 0; place < 12; place++) {
        row = (row * 48_271) % 2_147_483_647;
        seeds.set(row % passages.length, 1 / (place + 2));
      }
      personalisedPageRank(links.result, seeds);
    }
  });
  const held = bytesOf([graph, names, holders, subjects, about]);
  const columns = [
    `${passages.length}`.padStart(6),
    `${(passages.reduce((sum, { text }) => sum + text.length, 0) / 1e6).toFixed(1)} M letters`,
    `links ${links.wall.toFixed(0)} ms (processor ${links.cpu.toFixed(0)})`,
    `${names.length} names, ${graph.rows.length} links, ${(held / 1e6).toFixed(1)} MB`,
    `sentences ${stems.wall.toFixed(0)} ms, ${(bytesOf(stems.result) / 1e6).toFixed(1)} MB`,
    `a walk ${(walks.cpu / 50).toFixed(2)} ms`,
  ];
  console.log(columns.join("  "));
}

/** Links and sentences of a corpus after ten passages were added, changed or deleted, against all read anew. */
function change(name) {
  const tokenizer = multilingual();
  const { passages } = sharedSet(name);
  const first = passages.slice(0, -10);
  const spread = new Set(Array.from({ length: 10 }, (_, i) => Math.floor((i * first.length) / 10)));
  const rows = [...first.keys()];
  const turned = ({ text, ...rest }) => ({
    ...rest,
    text: `${text.slice(40)} ${text.slice(0, 40)}`,
  });
  const kept = rows.filter((row) => !spread.has(row));
  const changes = {
    add: [passages, [...rows, ...new Array(10).fill(-1)]],
    update: [
      first.map((passage, row) => (spread.has(row) ? turned(passage) : passage)),
      rows.map((row) => (spread.has(row) ? -1 : row)),
    ],
    delete: [kept.map((row) => first[row]), kept],
  };
  const full = Array.from({ length: 5 }, () => timed(() => buildBridge(first, { tokenizer })));
  const { readings, ...bridge } = full[0].result;
  const figures = (runs) => {
    const [wall, cpu] = ["wall", "cpu"].map((clock) => Math.min(...runs.map((run) => run[clock])));
    return `${wall.toFixed(0)} ms (processor ${cpu.toFixed(0)}, the first time ${runs[0].cpu.toFixed(0)})`;
  };
  const columns = [`all ${figures(full)}`];
  for (const [kind, [after, from]] of Object.entries(changes)) {
    const previous = { bridge, readings, rows: from };
    const runs = Array.from({ length: 15 }, () =>
      timed(() => buildBridge(after, { tokenizer, previous })),
    );
    columns.push(`${kind} ${figures(runs)}`);
    const same = Buffer.compare(
      saveBridge(runs[0].result),
      saveBridge(buildBridge(after, { tokenizer })),
    );
    if (same !== 0) throw new Error(`${name}: ${kind} gave other links than a fresh build`);
  }
  const megabytes = (bytes) => (bytes.length / 1e6).toFixed(1);
  columns.push(
    `links and sentences ${megabytes(saveBridge(bridge))} MB, readings ${megabytes(readings)} MB`,
  );
  console.log([`${name}, ${first.length} passages`, ...columns].join("\n  "));
}

if (!existsSync(`${shared}/datasets`)) {
  console.log("The data sets are absent: set PSI_SHARED to the folder that holds them.");
} else {
  if (part === "recall" || part === "all") {
    console.log("Recall@2/Recall@5 of gold passages");
    for (const name of chosen.split(",")) {
      for (const hasTitles of [true, false]) await recall(name, hasTitles);
    }
  }
  if (part === "change" || part === "all") {
    console.log("Ten passages changed, fastest of 15 runs; all passages read, fastest of 5");
    const small = "2wiki_hipporag1000,dureader_demo100,cmrc2018_dev";
    for (const name of (part === "change" && process.argv[3] ? chosen : small).split(","))
      change(name);
  }
  if (part === "growth" || part === "all") {
    const twoWiki = sharedSet("2wiki_hipporag1000").passages;
    const meetings = sharedSet("qmsum_test").passages;
    const many = `${usual},2wiki_train500,musique_train100,hotpotqa_train100,qmsum_test,dureader_demo100`;
    const all = many.split(",").flatMap((name) => sharedSet(name).passages);
    growth(twoWiki.slice(0, 500)); // So that the code is compiled when the clock runs.
    for (const passages of [twoWiki.slice(0, 2_000), twoWiki, meetings, all.slice(0, 50_000)]) {
      growth(passages);
    }
  }
}
