import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { island, type Workplace, workplace } from "./testing/psi.js";

const script = resolve(import.meta.dirname, "../../../benchmarks/retrieval.mjs");

let place: Workplace;
beforeAll(async () => {
  place = await workplace();
  const question = {
    id: "q",
    question: "Where was the owner of the herring boats born?",
    answers: ["Harrow"],
    gold: ["light-5"],
  };
  for (const name of ["2wiki_hipporag1000", "popqa1000"]) {
    await mkdir(place.path(`datasets/${name}`), { recursive: true });
    await place.write(`datasets/${name}/corpus.jsonl`, island);
    await place.write(`datasets/${name}/questions.jsonl`, JSON.stringify(question));
  }
});
afterAll(() => place.remove());

const bench = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, "--shared", place.folder, ...args], {
    encoding: "utf8",
    env: { ...process.env, XDG_CACHE_HOME: place.path("cache") },
  });

describe("the benchmark of retrieval", () => {
  it("prints each row for each set beside its goal, single hops, and costs", () => {
    const sets = ["--sets", "2wiki_hipporag1000,popqa1000", "--limit", "1"];
    const { status, stdout, stderr } = bench(...sets, "--tier", "words", "--sizes", "8");
    expect(status, stderr).toBe(0);
    const lines = stdout.split("\n");
    const row = (name: string): string | undefined =>
      lines.find((line) => line.startsWith(`| **${name}**`));
    for (const name of ["BM25", "learned, words only", "no titles: BM25"]) {
      expect(row(name)).toMatch(
        /^\| \*\*.*\*\* \| \*\*1\.000\/1\.000\*\* \| \*\*1\.000\/1\.000\*\* \|$/,
      );
    }
    expect(row("learned, with vectors")).toBeUndefined();
    expect(stdout).toContain("| goal | .79/.94 | > row above |");
    expect(stdout).toMatch(/^\| popqa1000, words \| 1\.000 \| 1\.000 \| \.000, holds/m);
    expect(stdout).toMatch(/^\| 8 \| \d+ \| \d\.\d\d \|/m);
  }, 60_000);

  it("says what is missing", () => {
    expect(bench("--sets", "nothing")).toMatchObject({ status: 2, stdout: "" });
    expect(bench("--shared", place.path("none")).stderr).toContain("--shared");
  });
});
