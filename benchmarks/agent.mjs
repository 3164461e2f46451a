// What looking up more than once finds, what an answer without a model holds, and what the loop itself costs.
// Usage: npm run bench:agent [-- <data set folder>]
// The set has a "decomposition": sub-questions with answers. No model takes part: the gold decomposition, with
// its answers filled in, stands for one that plans perfectly.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { extractive, run, scripted } from "../packages/agent/dist/index.js";
import { localEmbedder } from "../packages/embed/dist/index.js";
import { loadDataset } from "../packages/eval/dist/index.js";
import { openIndex } from "../packages/rag/dist/index.js";

const folder =
  process.argv[2] ?? resolve(import.meta.dirname, "../../shared/datasets/musique_dev387");
if (!existsSync(folder)) {
  console.error(`There is no data set at ${folder}. Name the folder of one.`);
  process.exit(2);
}
const dataset = await loadDataset(folder);
const questions = readFileSync(join(folder, "questions.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter(({ decomposition }) => decomposition?.length > 0);

// Embeddings of passages and queries are kept for the next run.
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "psi", "bench");
mkdirSync(cache, { recursive: true });
const embedder = localEmbedder();
const index = await openIndex(join(cache, `${basename(folder)}.psi`), {
  embedder,
  abstracter: false,
  rememberQueries: true,
});
await index.replaceAll(dataset.passages);

/** A step as a question: "Petrel >> builder" is "What is the builder of Petrel?"; "#1" the first answer. */
function queriesOf({ decomposition }) {
  return decomposition.map(({ question }) =>
    question
      .replace(/#(\d)/g, (mark, number) => decomposition[number - 1]?.answer ?? mark)
      .replace(/^(.*) >> (.*)$/, "What is the $2 of $1?"),
  );
}

async function answerOf(question, options) {
  for await (const step of run(question, options)) if (step.kind === "answer") return step.answer;
}

const recall = (evidence, gold, k) =>
  gold.filter((id) => evidence.slice(0, k).some(({ found }) => found.node.id === id)).length /
  gold.length;
const plain = (text) =>
  ` ${text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;
const holds = (text, answers) =>
  answers.some((answer) => plain(answer).trim() !== "" && plain(text).includes(plain(answer)));

const names = ["single5", "rounds5", "rounds10", "inFive", "inCited"];
const sums = Object.fromEntries(names.map((name) => [name, 0]));
let lookedUp = 0;
let whole = 0;
let rounds = 0;
const retriever = index.retriever();
const timedRetriever = {
  ...retriever,
  async retrieve(query, options) {
    const begun = performance.now();
    const found = await retriever.retrieve(query, options);
    lookedUp += performance.now() - begun;
    return found;
  },
};
for (const asked of questions) {
  const { question, answers, gold } = asked;
  const queries = queriesOf(asked);
  const begun = performance.now();
  const several = await answerOf(question, {
    retriever: timedRetriever,
    policy: scripted(queries),
    maxRetrievals: queries.length,
    limit: 10,
  });
  whole += performance.now() - begun;
  rounds += queries.length;
  const { evidence, citations } = await answerOf(question, { retriever, policy: extractive() });
  const byNumber = new Map(evidence.map(({ number, found }) => [number, found.node.text]));
  const cited = citations.map(({ number, start, end }) => byNumber.get(number).slice(start, end));
  sums.single5 += recall(evidence, gold, 5);
  sums.rounds5 += recall(several.evidence, gold, 5);
  sums.rounds10 += recall(several.evidence, gold, 10);
  sums.inFive += holds([...byNumber.values()].join("\n"), answers) ? 1 : 0;
  sums.inCited += holds(cited.join("\n"), answers) ? 1 : 0;
}
await index.close();
await embedder.close();

const share = (name) => (sums[name] / questions.length).toFixed(3);
console.log(`${basename(folder)}, ${questions.length} questions, no language model`);
console.log(`evidence R@5, looked up once                      ${share("single5")}`);
console.log(`evidence R@5, gold decomposition, all rounds      ${share("rounds5")}`);
console.log(`evidence R@10, gold decomposition, all rounds     ${share("rounds10")}`);
console.log(`answer string in the five best passages           ${share("inFive")}`);
console.log(`answer string in the sentences of extractive()    ${share("inCited")}`);
console.log(
  `the loop beside retrieval, ms a round             ${((whole - lookedUp) / rounds).toFixed(2)}`,
);
