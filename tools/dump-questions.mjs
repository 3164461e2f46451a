// Writes the query vectors of a data set's questions and how many documents each needs, for train-hops.py.
// Usage: node tools/dump-questions.mjs <data set folder> <folder of dumps>
// A question needs the documents that its gold passages are of: passages of one title are one document. Where the
// set says which passage the question is about (PopQA, whose second gold page is the answer's own), it needs that.
// The steps of a question that come with it, written out and earlier answers filled in, are questions that need one.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { localEmbedder } from "../packages/embed/dist/index.js";

const [folder, out] = process.argv.slice(2);
const linesOf = (file) =>
  readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean).map(JSON.parse);
const titles = new Map(linesOf("corpus.jsonl").map(({ id, title }) => [id, title]));

const asked = linesOf("questions.jsonl").flatMap((question, number) => [
  { number, step: false, text: question.question, documents: documentsOf(question) },
  ...stepsOf(question).map((text) => ({ number, step: true, text, documents: 1 })),
]);
const embedder = localEmbedder({ threads: 1 });
const vectors = [];
for (const { text } of asked) vectors.push(...(await embedder.embedQuery(text)));

const hash = createHash("sha256");
for (const file of ["corpus.jsonl", "questions.jsonl"])
  hash.update(readFileSync(join(folder, file)));
const set = basename(folder);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, `${set}.f32`), Buffer.from(Float32Array.from(vectors).buffer));
const header = {
  set,
  hash: hash.digest("hex"),
  embedder: embedder.name,
  dimensions: embedder.dimensions,
  questions: asked.map(({ text, ...rest }) => ({ ...rest, text: fingerprint(text) })),
};
writeFileSync(join(out, `${set}.json`), JSON.stringify(header));
await embedder.close();
console.log(
  `${set}: ${asked.length} questions, ${asked.filter(({ step }) => step).length} of them steps`,
);

function documentsOf({ gold, gold_subject }) {
  if (gold_subject !== undefined) return 1;
  return new Set(gold.map((id) => titles.get(id) || id)).size;
}

/** Steps as a person would ask them: not those that are a relation between two names ("Brand >> author"). */
function stepsOf({ decomposition = [] }) {
  return decomposition.flatMap(({ question }) => {
    const text = question.replace(
      /#(\d)/g,
      (mark, step) => decomposition[step - 1]?.answer ?? mark,
    );
    return text.includes(">>") ? [] : [text];
  });
}

/** To find a question that stands in two sets, or twice in one. */
function fingerprint(text) {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return createHash("sha256").update(words.join(" ")).digest("base64").slice(0, 12);
}
