import { access } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Passage, PsiError, requireWhole } from "@psi/core";
import type { Dataset, Question } from "./dataset.js";
import { type JsonLine, jsonLines } from "./json-lines.js";
import { optionalField, stringField, stringsField } from "./line-fields.js";

/**
 * Reads a data set: `corpus.jsonl` with lines `{ id, title?, text, … }`; `distractors.jsonl` of the same
 * form, if there is one, whose passages are added; and `questions.jsonl`, if there is one, with lines
 * `{ id, question, answers: [string], gold?: [passage id], gold_complete?, type?, hops? }`. The set is
 * named after the folder. O(size of the files); the passages are kept, the lines are not.
 *
 * @param options.limit how many questions to read, from 1; all when left out. All passages are read.
 * @throws PsiError with the file and the line: `unreadable-input` for a file that is missing or cut short,
 *   a line that is not a JSON object, and a field that is missing or of another type; `duplicate-id`;
 *   `unknown-id` for a gold passage that the corpus lacks. `empty-corpus` without passages,
 *   `invalid-option` for a limit that is not a whole number from 1.
 */
export async function loadDataset(
  folder: string,
  options: { readonly limit?: number } = {},
): Promise<Dataset> {
  const limit = requireWhole("limit", options.limit ?? Number.MAX_SAFE_INTEGER, 1);
  const corpus = join(folder, "corpus.jsonl");
  const distractors = join(folder, "distractors.jsonl");
  const questions = join(folder, "questions.jsonl");
  if (!(await isThere(corpus))) throw await incomplete(folder, { corpus, questions });
  const passages = new Map<string, Passage>();
  await readPassages(corpus, passages);
  if (passages.size === 0) {
    throw new PsiError("empty-corpus", `${corpus} has no passages. Give one JSON object a line.`);
  }
  if (await isThere(distractors)) await readPassages(distractors, passages);
  return {
    name: basename(resolve(folder)),
    passages: [...passages.values()],
    questions: (await isThere(questions)) ? await readQuestions(questions, passages, limit) : [],
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The error for a folder without a corpus, saying all that it lacks. */
async function incomplete(
  folder: string,
  files: { readonly corpus: string; readonly questions: string },
): Promise<PsiError> {
  const questionsToo = (await isThere(files.questions)) ? "" : " and questions.jsonl";
  const problem = (await isThere(folder))
    ? `${folder} is no data set: it lacks corpus.jsonl${questionsToo}.`
    : `${folder} does not exist, and with it corpus.jsonl and questions.jsonl are missing.`;
  return new PsiError(
    "unreadable-input",
    `${problem} Name a folder that has a corpus.jsonl and, to measure anything, a questions.jsonl.`,
  );
}

async function readPassages(path: string, passages: Map<string, Passage>): Promise<void> {
  for await (const line of jsonLines(path)) {
    const id = stringField(line, "id");
    if (passages.has(id)) throw repeated(line, "passage", id);
    const pageContent = stringField(line, "text", true);
    const title = optionalField(line, "title", "string");
    const { id: _id, text: _text, title: _title, ...metadata } = line.record;
    passages.set(id, {
      id,
      pageContent,
      metadata: title === undefined ? metadata : { title, ...metadata },
    });
  }
}

async function readQuestions(
  path: string,
  passages: ReadonlyMap<string, Passage>,
  limit: number,
): Promise<readonly Question[]> {
  const questions = new Map<string, Question>();
  for await (const line of jsonLines(path)) {
    const question = questionOf(line);
    if (questions.has(question.id)) throw repeated(line, "question", question.id);
    const unknown = question.gold.find((id) => !passages.has(id));
    if (unknown !== undefined) {
      throw new PsiError(
        "unknown-id",
        `${line.place}: the question "${question.id}" has the gold passage "${unknown}", which the corpus lacks. Add the passage or correct the id.`,
      );
    }
    questions.set(question.id, question);
    if (questions.size === limit) break;
  }
  return [...questions.values()];
}

function questionOf(line: JsonLine): Question {
  const goldComplete = optionalField(line, "gold_complete", "boolean");
  const type = optionalField(line, "type", "string");
  const hops = optionalField(line, "hops", "number");
  return {
    id: stringField(line, "id"),
    question: stringField(line, "question"),
    answers: stringsField(line, "answers"),
    gold: (line.record.gold ?? undefined) === undefined ? [] : stringsField(line, "gold"),
    ...(goldComplete === undefined ? {} : { goldComplete }),
    ...(type === undefined ? {} : { type }),
    ...(hops === undefined ? {} : { hops }),
  };
}

function repeated(line: JsonLine, what: string, id: string): PsiError {
  return new PsiError(
    "duplicate-id",
    `${line.place}: the ${what} id "${id}" was given before. Give each ${what} an id of its own.`,
  );
}
