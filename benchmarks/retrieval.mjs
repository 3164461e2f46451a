// The table of retrieval: recall of words, links and the learned fusion, with and without titles, beside the
// goals and what others have published; then single-hop questions, and what links and a query cost.
// Usage: npm run bench:retrieval [-- --sets 2wiki_hipporag1000,popqa1000] [--limit <questions>]
//          [--tier words|vectors|hops] [--sizes 2000,6119,20718,50000] [--shared <folder>]
// The figures come from `psi eval`, whose indexes stay in its cache: the first run embeds every passage.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { aim, comparable, published, rows, sets, singleHop } from "./retrieval/goals.mjs";
import { markdown, runEval, share } from "./retrieval/run-eval.mjs";

const { values: flags } = parseArgs({
  options: {
    sets: { type: "string" },
    limit: { type: "string" },
    tier: { type: "string", default: "vectors" },
    sizes: { type: "string", default: "6119" },
    shared: {
      type: "string",
      default: process.env.PSI_SHARED ?? resolve(import.meta.dirname, "../../shared"),
    },
  },
});
const datasets = join(flags.shared, "datasets");
const names = flags.sets?.split(",");
const all = [...new Set([...sets, ...singleHop].map(({ name }) => name))];
const unknown = names?.find((name) => !all.includes(name));
if (unknown !== undefined) stop(`There is no set "${unknown}" here. Sets: ${all.join(", ")}.`);
if (!existsSync(datasets)) stop(`There are no data sets at ${datasets}. Give --shared <folder>.`);
const tiers = ["words", "vectors", "hops"];
if (!tiers.includes(flags.tier))
  stop("--tier is words, vectors, or hops: each with all before it.");

function stop(message) {
  console.error(message);
  process.exit(2);
}

const isChosen = ({ name }) => names === undefined || names.includes(name);
const limit = flags.limit === undefined ? [] : ["--limit", flags.limit];
const reports = new Map();

/** The report for a set and flags; each is run once. */
function reportFor(set, how) {
  const args = [...how, ...(set.flags ?? []), ...limit];
  const key = [set.name, ...args].join(" ");
  if (!reports.has(key)) reports.set(key, runEval(join(datasets, set.name), args));
  return reports.get(key);
}

function recallTable() {
  const chosen = sets.filter(isChosen);
  if (chosen.length === 0) return;
  const left = tiers.slice(tiers.indexOf(flags.tier) + 1);
  const isLeft = (row) => left.some((tier) => row.flags.includes(tier));
  const cells = (all) => sets.flatMap((set, i) => (isChosen(set) ? [all[i] ?? ""] : []));
  const body = rows
    .filter((row) => !isLeft(row))
    .flatMap(({ name, flags: how, goals }) => [
      [
        `**${name}**`,
        ...chosen.map((set) => {
          const { metrics } = reportFor(set, how);
          return `**${share(metrics["recall@2"])}/${share(metrics["recall@5"])}**`;
        }),
      ],
      ...(goals === undefined ? [] : [["goal", ...cells(goals)]]),
    ]);
  console.log("## Recall@2/recall@5, no language model\n");
  console.log(
    markdown(
      ["", ...chosen.map(({ label }) => label)],
      [
        ...body,
        ["aim", ...cells(aim)],
        ...published.map(([name, ...figures]) => [`published: ${name}`, ...cells(figures)]),
      ],
    ),
  );
  console.log(`\n${comparable}\n`);
  if (flags.limit) console.log(`Only the first ${flags.limit} questions of each set.\n`);
}

/** Single-hop questions: the fusion against the best of its lists. */
function singleHopTable() {
  const body = singleHop.filter(isChosen).flatMap((set) => {
    const model = set.embedder && ["--embedder", join(flags.shared, set.embedder)];
    const measured = flags.tier === "words" ? ["words"] : ["words", "vectors"];
    return measured.map((tier) => {
      const how = (retriever) => [
        ...["--retriever", retriever],
        ...(retriever === "words" ? [] : ["--tier", tier]),
        ...(tier === "vectors" && retriever !== "words" && model ? model : []),
      ];
      const figures = (retriever) => reportFor(set, how(retriever)).metrics;
      const lists = ["words", "links", ...(tier === "vectors" ? ["tree"] : [])].map(figures);
      const learned = figures("learned");
      const compared = ["ndcg@10", "recall@5"].flatMap((metric) => {
        const best = Math.max(...lists.map((list) => list[metric]));
        const gain = learned[metric] - best;
        const verdict = gain < -0.005 ? "below by more than .005" : "holds";
        return [share(best), share(learned[metric]), `${share(gain)}, ${verdict}`];
      });
      return [`${set.name}, ${tier}`, ...compared];
    });
  });
  if (body.length === 0) return;
  console.log("## Single-hop questions: the best list, and the learned fusion\n");
  const columns = ["nDCG@10", "R@5"].flatMap((name) => [`${name} best list`, "learned", "gain"]);
  console.log(`${markdown(["", ...columns], body)}\n`);
}

/** Passages for a size: one set where one is large enough, else several together. */
function foldersFor(size) {
  if (size <= 6119) return ["2wiki_hipporag1000"];
  if (size <= 20718) return ["qmsum_test"];
  return [
    ...["2wiki_hipporag1000", "musique_dev387", "hotpotqa_dev494", "popqa1000"],
    ...["qmsum_test", "topic_thucnews_titles"],
  ];
}

function costTable() {
  const body = flags.sizes.split(",").map((size) => {
    const script = resolve(import.meta.dirname, "retrieval/links-cost.mjs");
    const folders = foldersFor(Number(size)).map((name) => join(datasets, name));
    process.stderr.write(`links of ${size} passages\n`);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--expose-gc", script, size, ...folders],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    const cost = JSON.parse(stdout);
    return [
      ...[cost.passages, cost.names],
      ...[cost.linksSeconds.toFixed(2), cost.linksMegabytes.toFixed(0)],
      cost.peakMegabytes.toFixed(0),
      ...[cost.sentencesSeconds.toFixed(2), cost.bothMegabytes.toFixed(0)],
      ...[cost.wordsMilliseconds.toFixed(2), cost.hybridMilliseconds.toFixed(2)],
    ];
  });
  console.log("## What links and a query cost, without an embedder\n");
  const head = ["passages", "names", "links, s", "links, MB", "peak, MB"];
  const more = ["sentences, s", "both, MB", "words query, ms", "hybrid query, ms"];
  console.log(markdown([...head, ...more], body));
}

recallTable();
singleHopTable();
costTable();
