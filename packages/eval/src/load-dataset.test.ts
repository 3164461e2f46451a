import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Dataset } from "./dataset.js";
import { loadDataset } from "./load-dataset.js";

let root = "";
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "psi-dataset-"));
});
afterAll(() => rm(root, { recursive: true }));

const passage = { id: "p1", title: "Fog bell", text: "Rung by hand.", source: "harbour.md" };
const plain = { id: "p2", text: "" };
const question = { id: "q1", question: "Who rang it?", answers: ["a boy"], gold: ["p1"] };

type Files = Readonly<Record<string, string | readonly object[]>>;

/** Writes the files into a new folder: text as it is, objects one a line. */
async function folderWith(files: Files): Promise<string> {
  const folder = join(root, `set-${count++}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    const text =
      typeof content === "string"
        ? content
        : content.map((each) => `${JSON.stringify(each)}\n`).join("");
    await writeFile(join(folder, `${name}.jsonl`), text);
  }
  return folder;
}

async function load(files: Files, options?: { limit?: number }): Promise<Dataset> {
  return loadDataset(await folderWith(files), options);
}

describe("loadDataset", () => {
  it("reads passages with title and other fields, and names the set after its folder", async () => {
    const folder = await folderWith({ corpus: [passage, plain] });
    const dataset = await loadDataset(`${folder}/.`);
    expect(dataset.name).toMatch(/^set-\d+$/);
    expect(dataset.passages).toEqual([
      {
        id: "p1",
        pageContent: "Rung by hand.",
        metadata: { title: "Fog bell", source: "harbour.md" },
      },
      { id: "p2", pageContent: "", metadata: {} },
    ]);
  });

  it("reads questions with all that they tell", async () => {
    const full = { ...question, type: "bridge", hops: 2, gold_complete: false, level: "hard" };
    const { questions } = await load({ corpus: [passage], questions: [full] });
    expect(questions).toEqual([{ ...question, type: "bridge", hops: 2, goldComplete: false }]);
  });

  it("keeps questions without gold, whichever way they say it", async () => {
    const { gold: _, ...bare } = question;
    const written = [
      { ...bare, id: "a" },
      { ...bare, id: "b", gold: [], type: null, hops: null },
      { ...bare, id: "c", gold: null },
    ];
    const { questions } = await load({ corpus: [passage], questions: written });
    expect(questions).toEqual(["a", "b", "c"].map((id) => ({ ...bare, id, gold: [] })));
  });

  it("has no questions where there is no file of them, or an empty one", async () => {
    expect((await load({ corpus: [passage] })).questions).toEqual([]);
    expect((await load({ corpus: [passage], questions: "" })).questions).toEqual([]);
  });

  it("adds distractors behind the corpus, and lets gold name them", async () => {
    const { passages, questions } = await load({
      corpus: [passage],
      distractors: [plain],
      questions: [{ ...question, gold: ["p2"] }],
    });
    expect(passages.map(({ id }) => id)).toEqual(["p1", "p2"]);
    expect(questions[0]?.gold).toEqual(["p2"]);
  });

  it("reads no more questions than the limit, but every passage", async () => {
    const questions = `${JSON.stringify(question)}\n${JSON.stringify({ ...question, id: "q2" })}\nnot JSON\n`;
    const dataset = await load({ corpus: [passage, plain], questions }, { limit: 2 });
    expect(dataset.questions.map(({ id }) => id)).toEqual(["q1", "q2"]);
    expect(dataset.passages).toHaveLength(2);
  });
});

describe("bad input", () => {
  const error = (code: string, message: RegExp) =>
    expect.objectContaining({ name: "PsiError", code, message: expect.stringMatching(message) });

  it("a folder that does not exist", async () => {
    await expect(loadDataset(join(root, "none"))).rejects.toThrow(
      error("unreadable-input", /none does not exist.*corpus\.jsonl and questions\.jsonl/),
    );
  });

  it("a folder that lacks both files, and one that lacks the corpus", async () => {
    await expect(load({})).rejects.toThrow(
      error("unreadable-input", /lacks corpus\.jsonl and questions\.jsonl/),
    );
    await expect(load({ questions: [question] })).rejects.toThrow(
      error("unreadable-input", /lacks corpus\.jsonl\./),
    );
  });

  it("a corpus without passages", async () => {
    await expect(load({ corpus: "" })).rejects.toThrow(
      error("empty-corpus", /corpus\.jsonl has no/),
    );
    await expect(load({ corpus: "\n\n" })).rejects.toThrow(error("empty-corpus", /no passages/));
  });

  it("a limit that is not a whole number from 1", async () => {
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await expect(load({ corpus: [passage] }, { limit })).rejects.toThrow(
        error("invalid-option", /limit/),
      );
    }
  });

  it.each<[string, Files]>([
    ["corpus", { corpus: [passage, plain, passage] }],
    ["distractors", { corpus: [passage], distractors: [plain, { ...plain, id: "p3" }, passage] }],
  ])("a passage id given twice, found in %s", async (file, files) => {
    await expect(load(files)).rejects.toThrow(
      error("duplicate-id", new RegExp(`${file}\\.jsonl, line 3: the passage id "p1"`)),
    );
  });

  it("a question id given twice", async () => {
    await expect(load({ corpus: [passage], questions: [question, question] })).rejects.toThrow(
      error("duplicate-id", /questions\.jsonl, line 2: the question id "q1"/),
    );
  });

  it("a gold passage that the corpus lacks", async () => {
    const questions = [question, { ...question, id: "q2", gold: ["p1", "p9"] }];
    await expect(load({ corpus: [passage], questions })).rejects.toThrow(
      error("unknown-id", /questions\.jsonl, line 2: the question "q2" has the gold passage "p9"/),
    );
  });

  it.each<[string, object, RegExp]>([
    ["no id", { text: "x" }, /"id" must be a string that is not blank; it is missing/],
    ["a blank id", { id: " ", text: "x" }, /"id" .* it is " "/],
    ["a numeric id", { id: 7, text: "x" }, /"id" .* it is 7/],
    ["no text", { id: "p3" }, /"text" must be a string; it is missing/],
    ["a text that is a list", { id: "p3", text: ["x"] }, /"text" .* it is \["x"\]/],
    ["a title that is a number", { id: "p3", text: "x", title: 1984 }, /"title" .* it is 1984/],
  ])("a passage with %s", async (_, bad, message) => {
    await expect(load({ corpus: [passage, bad] })).rejects.toThrow(
      error("unreadable-input", message),
    );
    await expect(load({ corpus: [passage, bad] })).rejects.toThrow(/corpus\.jsonl, line 2/);
  });

  it.each<[string, object, RegExp]>([
    ["no id", { id: undefined }, /"id"/],
    ["no question", { question: undefined }, /"question" must be/],
    ["a blank question", { question: "\n" }, /"question" .* not blank/],
    ["no answers", { answers: undefined }, /"answers" must be a list of strings; it is missing/],
    // One data set of the field ships its aliases as a list written out as one string.
    ["answers in one string", { answers: '["a","b"]' }, /"answers" must be a list/],
    ["answers that are numbers", { answers: [1] }, /"answers" must be a list of strings/],
    ["gold that is a string", { gold: "p1" }, /"gold" must be a list of strings/],
    ["a type that is a list", { type: ["bridge"] }, /"type" must be a string or left out/],
    ["hops that are a string", { hops: "2" }, /"hops" must be a number or left out/],
    ["a flag that is a string", { gold_complete: "no" }, /"gold_complete" must be a boolean/],
  ])("a question with %s", async (_, change, message) => {
    const questions = [question, { ...question, id: "q2", ...change }];
    const loading = load({ corpus: [passage], questions });
    await expect(loading).rejects.toThrow(error("unreadable-input", message));
    await expect(loading).rejects.toThrow(/questions\.jsonl, line 2/);
  });

  it("a file that is no JSONL, or ends in the middle of a line", async () => {
    const corpus = `${JSON.stringify(passage)}\n${JSON.stringify(plain).slice(0, -3)}`;
    await expect(load({ corpus })).rejects.toThrow(
      error("unreadable-input", /corpus\.jsonl, line 2: the file ends in the middle/),
    );
    await expect(load({ corpus: [passage], questions: "Who rang it?\n" })).rejects.toThrow(
      error("unreadable-input", /questions\.jsonl, line 1: this line is not JSON/),
    );
  });
});
