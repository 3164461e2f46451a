import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { island, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let environment: Record<string, string>;
beforeAll(async () => {
  place = await workplace();
  environment = { XDG_CACHE_HOME: place.path("cache") };
  await mkdir(place.path("skarn"));
  await place.write("skarn/corpus.jsonl", island);
  const questions = [
    {
      id: "q1",
      question: "Who paid for the first lighthouse?",
      answers: ["Edda Voss"],
      gold: ["light-1"],
      type: "single",
      hops: 1,
    },
    {
      id: "q2",
      question: "Where was the owner of the herring boats born?",
      answers: ["Harrow"],
      gold: ["light-5"],
      type: "single",
      hops: 1,
    },
    {
      id: "q3",
      question: "zeppelin dolphin?",
      answers: [],
      gold: ["bread-1", "bread-2"],
      type: "hard",
      hops: 2,
    },
    { id: "q4", question: "What is not known?", answers: [], gold: [] },
  ];
  await place.write(
    "skarn/questions.jsonl",
    questions.map((each) => JSON.stringify(each)).join("\n"),
  );
});
afterAll(() => place.remove());

const evaluate = (...args: string[]) =>
  psiJson(["eval", "--dataset", place.path("skarn"), ...args], { environment });

describe("psi eval", () => {
  it("prints one JSON object with the figures, which are right", async () => {
    const report = await evaluate("--retriever", "words");
    expect(report).toMatchObject({
      dataset: "skarn",
      retriever: "words",
      tier: "words",
      titles: true,
      blank: 0,
      questions: 3,
      uncounted: 1,
      embedded: 0,
    });
    expect(report.metrics["recall@2"]).toBeCloseTo(2 / 3, 10);
    expect(report.metrics["recall@5"]).toBeCloseTo(2 / 3, 10);
    expect(report.metrics.mrr).toBeCloseTo(2 / 3, 10);
    expect(report.perType.hard.metrics["recall@5"]).toBe(0);
    expect(report.seconds).toBeGreaterThan(0);
    expect(report.indexSeconds).toBeGreaterThan(0);
  });

  it("embeds no passage the second time, whatever retriever is measured", async () => {
    const first = await evaluate("--retriever", "tree");
    expect(first.embedded).toBeGreaterThanOrEqual(8);
    const second = await evaluate("--retriever", "hybrid");
    expect(second.embedded).toBe(0);
    expect(second.metrics["recall@5"]).toBeGreaterThanOrEqual(2 / 3);
    const files = await readdir(join(place.path("cache"), "psi", "eval"));
    const indexes = files
      .filter((name) => name.endsWith(".psi"))
      .map((name) => name.replace(/-[0-9a-f]{12}\./, "."));
    expect(indexes.sort()).toEqual(["skarn.vectors-default.psi", "skarn.words.psi"]);
  });

  it("takes the first questions, a strategy, and another cache", async () => {
    const report = await evaluate(
      "--retriever",
      "words",
      "--limit",
      "1",
      "--cache",
      place.path("other"),
    );
    expect(report).toMatchObject({ questions: 1, metrics: { "recall@2": 1 } });
    expect((await readdir(place.path("other"))).length).toBeGreaterThan(0);
    const descended = await evaluate(
      "--retriever",
      "tree",
      "--strategy",
      "descend",
      "--width",
      "2",
    );
    expect(descended).toMatchObject({ strategy: "descend", width: 2, questions: 3 });
  });

  it("shows a table to people", async () => {
    const args = ["eval", "--dataset", place.path("skarn"), "--retriever", "words"];
    const { code, stdout, stderr } = await psi(args, { environment });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^skarn {2}words, 3 questions \(1 question without gold left out\)$/m);
    expect(stdout).toMatch(/^all +3 +0\.667 +0\.667/m);
    expect(stdout).toMatch(/^hard +1 +0\.000/m);
    expect(stdout).toMatch(/^2 hops +1 /m);
  });

  it("measures links, and the learned fusion by words, which is the hybrid by another name", async () => {
    const links = await evaluate("--retriever", "links");
    expect(links).toMatchObject({ retriever: "links", tier: "words", embedded: 0 });
    expect(links.fuse).toBeUndefined();
    const learned = await evaluate("--retriever", "learned", "--tier", "words");
    expect(learned).toMatchObject({ retriever: "learned", fuse: "learned", tier: "words" });
    const hybrid = await evaluate("--retriever", "hybrid", "--tier", "words");
    expect(hybrid).toMatchObject({ retriever: "hybrid", metrics: learned.metrics });
  });

  it("merges words and tree alone by ranks, in an index without links", async () => {
    const byRanks = await evaluate("--fuse", "rrf", "--tier", "words");
    expect(byRanks).toMatchObject({ retriever: "hybrid", fuse: "rrf" });
    expect(byRanks.metrics).toEqual((await evaluate("--retriever", "words")).metrics);
    const files = await readdir(join(place.path("cache"), "psi", "eval"));
    expect(files).toContainEqual(expect.stringMatching(/^skarn-\w{12}\.words\.no-links\.psi$/));
  });

  it("leaves titles out, in an index apart", async () => {
    await mkdir(place.path("titled"));
    const passage = { id: "t", title: "Zeppelin", text: "It flew over Skarn." };
    await place.write("titled/corpus.jsonl", `${island}\n${JSON.stringify(passage)}`);
    const question = { id: "q", question: "zeppelin", answers: [], gold: ["t"] };
    await place.write("titled/questions.jsonl", JSON.stringify(question));
    const args = ["eval", "--dataset", place.path("titled"), "--retriever", "words"];
    const recall = async (...more: string[]): Promise<number> =>
      (await psiJson([...args, ...more], { environment })).metrics["recall@5"];
    expect(await recall()).toBe(1);
    expect(await recall("--no-titles")).toBe(0);
    expect(await recall()).toBe(1);
  });

  it("counts blank passages that it leaves out, and incomplete gold when told to", async () => {
    await mkdir(place.path("gaps"));
    const blank = JSON.stringify({ id: "blank", title: "Nothing", text: "  " });
    await place.write("gaps/corpus.jsonl", `${island}\n${blank}`);
    const question = { question: "lighthouse", answers: [], gold: ["light-1"] };
    await place.write(
      "gaps/questions.jsonl",
      [
        { id: "whole", ...question },
        { id: "part", ...question, gold_complete: false },
      ]
        .map((each) => JSON.stringify(each))
        .join("\n"),
    );
    const args = ["eval", "--dataset", place.path("gaps"), "--retriever", "words"];
    const report = await psiJson(args, { environment });
    expect(report).toMatchObject({ blank: 1, passages: 8, questions: 1, uncounted: 1 });
    const all = await psiJson([...args, "--all-questions"], { environment });
    expect(all).toMatchObject({ questions: 2, uncounted: 0 });
  });

  it("finds gold that a passage of the same text stands for", async () => {
    await mkdir(place.path("copies"));
    const texts = ["The Petrel was a brig.", "The Petrel was a brig.", "A brig has two masts."];
    await place.write(
      "copies/corpus.jsonl",
      texts.map((text, i) => JSON.stringify({ id: `c${i}`, text })).join("\n"),
    );
    await place.write(
      "copies/questions.jsonl",
      JSON.stringify({ id: "q", question: "Petrel", answers: [], gold: ["c1"] }),
    );
    const args = ["eval", "--dataset", place.path("copies"), "--retriever", "words"];
    const { metrics } = await psiJson(args, { environment });
    expect(metrics).toMatchObject({ "recall@2": 1, mrr: 1 });
  });

  it("refuses what contradicts itself", async () => {
    for (const flags of [
      ["--retriever", "learned", "--fuse", "rrf"],
      ["--retriever", "tree", "--tier", "words"],
      ["--retriever", "links", "--weights", "w.json"],
    ]) {
      const { code } = await psi(["eval", "--dataset", place.path("skarn"), ...flags]);
      expect(code).toBe(2);
    }
  });

  it("follows a data set that has changed", async () => {
    await mkdir(place.path("grown"));
    await place.write("grown/corpus.jsonl", island);
    const question = { id: "q", question: "zeppelin?", answers: [], gold: ["z"] };
    await place.write("grown/questions.jsonl", JSON.stringify({ ...question, gold: ["light-1"] }));
    const args = ["eval", "--dataset", place.path("grown"), "--retriever", "words"];
    expect((await psiJson(args, { environment })).metrics["recall@5"]).toBe(0);
    await place.write(
      "grown/corpus.jsonl",
      `${island}\n${JSON.stringify({ id: "z", text: "A zeppelin." })}`,
    );
    await place.write("grown/questions.jsonl", JSON.stringify(question));
    expect(await psiJson(args, { environment })).toMatchObject({
      passages: 9,
      metrics: { "recall@5": 1 },
    });
  });

  it("refuses a folder that is no data set, and one without questions", async () => {
    const nowhere = await psi(["eval", "--dataset", place.path("nowhere")], { environment });
    expect(nowhere.code).toBe(2);
    expect(nowhere.stderr).toContain("corpus.jsonl");
    await mkdir(place.path("mute"));
    await place.write("mute/corpus.jsonl", island);
    const args = ["eval", "--dataset", place.path("mute"), "--retriever", "words", "--json"];
    const mute = await psi(args, { environment });
    expect(mute).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(mute.stderr).error.message).toContain("no questions");
    expect((await psi(["eval"], { environment })).stderr).toContain("--dataset");
  });
});
