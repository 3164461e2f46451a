import { access, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

/**
 * Twenty made-up names, each in six passages: five say over and over what is asked, and one, which is
 * right, says the name alone. Whatever orders by words gets it wrong in the same way each time.
 */
const names = [..."bcdfghklmnprstvwxzjq"].map((letter) => `${letter}ovanta${letter}`);
const corpus = names
  .flatMap((name) => [
    {
      id: `${name}-right`,
      text: `It rained on ${name} that day, and nobody went out to sea at all.`,
    },
    ...[1, 2, 3, 4, 5].map((n) => ({
      id: `${name}-${n}`,
      text: `The captain of ${name} sailed: ${name} had a captain, captain number ${n}.`,
    })),
  ])
  .map((each) => JSON.stringify(each))
  .join("\n");
const asked = (gold: (name: string) => string, count = names.length): string =>
  names
    .slice(0, count)
    .map((name) => JSON.stringify({ question: `captain of ${name}`, gold: [gold(name)] }))
    .join("\n");

let place: Workplace;
let index: string;
beforeAll(async () => {
  place = await workplace();
  index = place.path("ships.psi");
  await place.write("ships.jsonl", corpus);
  await psi(["index", place.path("ships.jsonl"), "--out", index, "--no-vectors"]);
}, 30_000);
afterAll(() => place.remove());

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe("psi tune", () => {
  it("learns what the shipped weights get wrong, and writes weights that search uses", async () => {
    const questions = await place.write(
      "right.jsonl",
      asked((name) => `${name}-right`),
    );
    const out = place.path("weights.json");
    const report = await psiJson(["tune", index, "--dataset", questions, "--out", out, "--quiet"]);
    expect(report).toMatchObject({ index, questions: 20, tier: "words", helps: true, out });
    expect(report.after["recall@5"]).toBeGreaterThan(report.before["recall@5"] + 0.5);
    expect(JSON.parse(await readFile(out, "utf8"))).toMatchObject({ format: 1 });
    const search = ["search", index, `captain of ${names[0]}`, "--limit", "3"];
    const ids = async (...more: string[]): Promise<string[]> =>
      (await psiJson([...search, ...more])).results.map(({ id }: { id: string }) => id);
    expect(await ids()).not.toContain(`${names[0]}-right`);
    expect(await ids("--weights", out)).toContain(`${names[0]}-right`);
  });

  it("takes gold that a passage of the same text stands for", async () => {
    const copies = corpus
      .split("\n")
      .filter((line) => line.includes("-right"))
      .map((line) => line.replace("-right", "-copy"))
      .join("\n");
    await place.write("copies.jsonl", `${corpus}\n${copies}`);
    const doubled = place.path("copies.psi");
    await psi(["index", place.path("copies.jsonl"), "--out", doubled, "--no-vectors"]);
    const questions = await place.write(
      "copied.jsonl",
      asked((name) => `${name}-copy`),
    );
    const report = await psiJson(["tune", doubled, "--dataset", questions, "--quiet"]);
    expect(report.after["recall@5"]).toBeGreaterThan(report.before["recall@5"] + 0.5);
  });

  it("only measures without --out, and shows a table to people", async () => {
    const questions = await place.write(
      "right.jsonl",
      asked((name) => `${name}-right`),
    );
    const { code, stdout, stderr } = await psi(["tune", index, "--dataset", questions]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^20 questions, weights for words/);
    expect(stdout).toMatch(/^before +\d\.\d{3} +\d\.\d{3}$/m);
    expect(stdout).toMatch(/^after +\d\.\d{3} +\d\.\d{3}$/m);
    expect(stderr).toContain("--out");
  });

  it("writes nothing when the weights do not help, and ends with 1", async () => {
    // One in six, and never the same: there is nothing to learn.
    let turn = 0;
    const gold = (name: string): string => `${name}-${(turn++ % 5) + 1}`;
    const questions = await place.write("chance.jsonl", asked(gold));
    const out = place.path("useless.json");
    const { code, stderr } = await psi(["tune", index, "--dataset", questions, "--out", out]);
    expect(code).toBe(1);
    expect(stderr).toContain("nothing was written");
    expect(await exists(out)).toBe(false);
  });

  it("refuses unknown ids by name, one question, answers that are never found, and bad lines", async () => {
    const out = place.path("never.json");
    const refused = async (name: string, text: string): Promise<string> => {
      const questions = await place.write(name, text);
      const args = ["tune", index, "--dataset", questions, "--out", out];
      const { code, stdout, stderr } = await psi(args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      return stderr;
    };
    expect(
      await refused(
        "unknown.jsonl",
        asked((name) => `${name}-nobody`),
      ),
    ).toContain(`"${names[0]}-nobody"`);
    expect(
      await refused(
        "one.jsonl",
        asked((name) => `${name}-1`, 1),
      ),
    ).toContain("1 question");
    const wrong = names.map((name) =>
      JSON.stringify({ question: `zeppelin ${name.length}`, gold: [`${name}-1`] }),
    );
    expect(await refused("wrong.jsonl", wrong.join("\n"))).toContain("0 of 20");
    expect(await refused("bad.jsonl", '{"question":"Who?","gold":[]}\n{')).toContain("line 2");
    expect(await refused("empty.jsonl", "")).toContain("0 questions");
    expect(await exists(out)).toBe(false);
  });

  it("refuses a folder that is not there before it searches", async () => {
    const questions = await place.write(
      "right.jsonl",
      asked((name) => `${name}-right`),
    );
    const out = place.path("no/such/weights.json");
    const { code, stderr } = await psi(["tune", index, "--dataset", questions, "--out", out]);
    expect(code).toBe(2);
    expect(stderr).toContain("no/such");
  });
});
