import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { islandIndex, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let words: string;
let vectors: string;
beforeAll(async () => {
  place = await workplace();
  words = await islandIndex(place);
  vectors = await islandIndex(place, "vectors");
});
afterAll(() => place.remove());

interface Result {
  readonly rank: number;
  readonly id: string;
  readonly score: number;
  readonly foundBy: Record<string, number>;
}

describe("psi search", () => {
  it("finds the best passage first, by words and vectors, and says by which", async () => {
    const found = await psiJson(["search", vectors, "Who paid for the lighthouse?"]);
    expect(found).toMatchObject({
      index: vectors,
      query: "Who paid for the lighthouse?",
      retriever: "hybrid",
    });
    expect(found.seconds).toBeGreaterThan(0);
    expect(found.results.length).toBe(5);
    expect(found.results[0]).toMatchObject({
      rank: 1,
      id: "light-1",
      title: "The first light",
      source: "light.md",
      foundBy: { tree: 1, words: 1 },
    });
    const scores = found.results.map(({ score }: Result) => score);
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a));
  });

  it("takes a query of several arguments, a limit, and one retriever alone", async () => {
    const byWords = await psiJson([
      "search",
      vectors,
      "herring",
      "boats",
      "--retriever",
      "words",
      "--limit",
      "1",
    ]);
    expect(byWords.query).toBe("herring boats");
    expect(byWords.results.map(({ id, foundBy }: Result) => [id, foundBy])).toEqual([
      ["light-5", { words: 1 }],
    ]);
    const byTree = await psiJson([
      "search",
      vectors,
      "a loaf",
      "--retriever",
      "tree",
      "--limit",
      "1",
    ]);
    expect(byTree.results[0]).toMatchObject({ id: "bread-1", foundBy: { tree: 1 } });
  });

  it("descends with a width, which limits what is found", async () => {
    const args = ["search", vectors, "bread", "--retriever", "tree", "--limit", "8"];
    const all: readonly Result[] = (await psiJson(args)).results;
    const descended: readonly Result[] = (
      await psiJson([...args, "--strategy", "descend", "--width", "1"])
    ).results;
    expect(all.length).toBe(8);
    expect(descended.length).toBeLessThan(8);
    expect(descended[0]?.id).toMatch(/^bread/);
  });

  it("searches by words and links where there are no vectors, and refuses the tree there", async () => {
    const found = await psiJson(["search", words, "灯塔"]);
    expect(found.retriever).toBe("hybrid");
    expect(found.results[0].id).toBe("light-6");
    const refused = await psi(["search", words, "x", "--retriever", "tree"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("vectors");
  });

  it("shows title, places and text to people", async () => {
    const args = ["search", words, "lighthouse keeper", "--retriever", "words"];
    const { code, stdout, stderr } = await psi(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^ 1 The keeper +words 1 {2}\S+$/),
      "   light-2 · light.md",
      "   Olle Brand kept the lighthouse for thirty years and never learnt to swim.",
    ]);
    expect(stdout).toMatch(/\d found by words, \d\.\d\d s\n$/);
  });

  it("shows over which link a passage was found", async () => {
    const query = "Who paid for the first lighthouse?";
    const { results } = await psiJson(["search", words, query]);
    const linked = results.find(({ id }: Result) => id === "light-5");
    expect(linked.foundBy.links).toBeGreaterThan(0);
    expect(linked.reasons[0]).toMatchObject({ name: "Edda Voss", from: "light-1" });
    const { stdout } = await psi(["search", words, query]);
    expect(stdout).toMatch(/^ {3}link {2}"Edda Voss" from light-1/m);
    const byLinks = await psiJson(["search", words, query, "--retriever", "links"]);
    expect(byLinks.results[0].foundBy).toEqual({ links: 1 });
  });

  it("merges by ranks with --fuse rrf", async () => {
    const { results } = await psiJson(["search", vectors, "herring boats", "--fuse", "rrf"]);
    for (const { score, foundBy } of results as readonly Result[]) {
      const sum = Object.values(foundBy).reduce((total, rank) => total + 1 / (60 + rank), 0);
      expect(score).toBeCloseTo(sum, 10);
    }
  });

  it("explains what put each passage where it stands", async () => {
    // Weights of one signal, so that what it contributes is what the score is.
    const numbers = (...all: number[]): string =>
      Buffer.from(Float32Array.from(all).buffer).toString("base64");
    const linear = {
      kind: "linear",
      weights: numbers(0, 1),
      means: numbers(0, 0),
      deviations: numbers(1, 1),
    };
    const inputs = [{ signal: "sparse.bm25", measure: "value" }];
    const weights = { format: 1, inputs, models: [linear], origin: {} };
    const file = await place.write("weights.json", JSON.stringify(weights));
    const args = ["search", words, "herring lighthouse", "--explain", "--weights", file];
    const { results, explain } = await psiJson(args);
    expect(explain.map(({ id }: Result) => id)).toEqual(results.map(({ id }: Result) => id));
    const [first] = explain;
    expect(first.ranks).toEqual(results[0].foundBy);
    expect(first.contributions).toEqual([
      { signal: "sparse.bm25", value: expect.any(Number), contribution: expect.any(Number) },
    ]);
    expect(first.contributions[0].value).toBeGreaterThan(0);
    expect(first.contributions[0].contribution).toBeGreaterThan(0);
    expect((await psiJson(args.slice(0, 3))).explain).toBeUndefined();
    const { stdout } = await psi(args);
    expect(stdout).toMatch(/^ 1 light-\d {2}words \d/m);
    expect(stdout).toMatch(/^ {3}words of the question \(BM25\) +\d\S* +\+\d\.\d{3}$/m);
  });

  it("explains with the shipped weights, by ranks alone with rrf, and no single list", async () => {
    const args = ["search", vectors, "Who paid for the lighthouse?", "--explain"];
    const shipped = (await psiJson(args)).explain;
    expect(shipped[0].ranks.tree).toBeGreaterThan(0);
    expect(shipped[0].contributions.length).toBeGreaterThan(0);
    expect(shipped[0].contributions.length).toBeLessThanOrEqual(6);
    const byRanks = (await psiJson([...args, "--fuse", "rrf"])).explain;
    expect(byRanks[0].contributions).toEqual([]);
    const refused = await psi([...args, "--retriever", "words"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("--explain");
  });

  it("refuses weights that are none, and fusions where there is nothing to merge", async () => {
    const bad = await place.write("bad.json", "{}");
    for (const flags of [
      ["--weights", bad],
      ["--weights", place.path("none.json")],
    ]) {
      const { code, stderr } = await psi(["search", words, "x", ...flags]);
      expect(code).toBe(2);
      expect(stderr).toContain(flags[1]);
    }
    const single = await psi(["search", words, "x", "--retriever", "links", "--fuse", "rrf"]);
    expect(single.code).toBe(2);
  });

  it("fills the columns it is told of", async () => {
    const { stdout } = await psi(["search", words, "keeper"], { environment: { COLUMNS: "60" } });
    expect(stdout.split("\n")[0]?.length).toBe(60);
  });

  it("says with its exit code that nothing was found", async () => {
    const { code, stdout, stderr } = await psi(["search", words, "zeppelin"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("Nothing was found");
    expect((await psi(["search", words, "zeppelin", "--quiet"])).stderr).toBe("");
    const json = await psi(["search", words, "zeppelin", "--json"]);
    expect(json).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(json.stdout).results).toEqual([]);
  });

  it("says which values and fields there are when a filter matches nothing", async () => {
    const wrong = await psi(["search", words, "keeper", "--filter", "source=lihgt.md"]);
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toMatch(/Nothing was found\..*No passage has "lihgt\.md" in source\./);
    expect(wrong.stderr).toContain('"light.md"');
    expect(wrong.stderr).not.toContain("Try other words");
    const json = await psi(["search", words, "keeper", "--filter", "sorce=a", "--json"]);
    expect(json).toMatchObject({ code: 1, stderr: "" });
    expect(JSON.parse(json.stdout).notes[0]).toContain('No passage has a field "sorce"');
    const answer = await psi(["ask", words, "Who kept it?", "--filter", "source=007", "--json"]);
    expect(JSON.parse(answer.stdout).notes[0]).toContain('No passage has "007" in source');
  });

  it("shows passages of equal text once, with the ids of the others", async () => {
    const lines = ["one", "two", "three"].map((id) => ({ id, text: "The Petrel was a brig." }));
    const file = await place.write(
      "copies.jsonl",
      [...lines, { id: "four", text: "A brig has two masts." }]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
    const index = place.path("copies.psi");
    await psiJson(["index", file, "--out", index, "--no-vectors"]);
    const { results } = await psiJson(["search", index, "Petrel brig", "--retriever", "words"]);
    expect(
      results.map(({ id, duplicates }: { id: string; duplicates?: string[] }) => [id, duplicates]),
    ).toEqual([
      ["one", ["two", "three"]],
      ["four", undefined],
    ]);
    const { stdout } = await psi(["search", index, "Petrel"]);
    expect(stdout).toContain("same text: two, three");
  });

  it("refuses what is not an index, and leaves it as it is", async () => {
    const text = await place.write("notes.txt", "Not an index at all.\n".repeat(500));
    for (const path of [text, place.path("nowhere.psi"), place.folder]) {
      const { code, stdout, stderr } = await psi(["search", path, "x"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(path);
    }
  });

  it("prints nothing of a file's text that a terminal would obey", async () => {
    const passage = {
      id: "evil\u001b[2J",
      title: "A\u001b]0;owned\u0007B",
      text: "red \u001b[31malert\u009b2J",
    };
    const corpus = await place.write("evil.jsonl", JSON.stringify(passage));
    const out = place.path("evil.psi");
    await psi(["index", corpus, "--out", out, "--no-vectors"]);
    const { stdout } = await psi(["search", out, "red"]);
    expect(stdout).toContain("red alert");
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
    expect((await psiJson(["search", out, "red"])).results[0].text).toBe(passage.text);
  });
});
