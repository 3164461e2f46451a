import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readQuestions } from "./read-questions.js";
import { type Workplace, workplace } from "./testing/psi.js";

let place: Workplace;
beforeAll(async () => {
  place = await workplace();
});
afterAll(() => place.remove());

const known = new Set(["a", "b"]);
const read = async (...lines: readonly string[]) =>
  readQuestions(await place.write("questions.jsonl", lines.join("\n")), known);

describe("readQuestions", () => {
  it("takes question and gold, and leaves the rest", async () => {
    const line = JSON.stringify({ id: 1, question: "Who?", answers: ["x"], gold: ["a", "b"] });
    expect(await read(line, "", '{"question":"What?","gold":[]}', "")).toEqual({
      questions: [{ question: "Who?", gold: ["a", "b"] }],
      withoutGold: 1,
    });
  });

  it.each([
    ["not JSON", "{"],
    ["but no object", "[1]"],
    ["but no object", "null"],
    ['"question" must be', '{"gold":["a"]}'],
    ['"question" must be', '{"question":" ","gold":["a"]}'],
    ['"gold" must be', '{"question":"Who?"}'],
    ['"gold" must be', '{"question":"Who?","gold":"a"}'],
    ['"gold" must be', '{"question":"Who?","gold":[1]}'],
  ])("names file and line: %s", async (problem, line) => {
    const reading = read('{"question":"Who?","gold":["a"]}', line);
    await expect(reading).rejects.toMatchObject({ code: "unreadable-input" });
    await expect(reading).rejects.toThrow(/questions\.jsonl, line 2\b/);
    await expect(reading).rejects.toThrow(problem);
  });

  it("names ids that are no passages, a few of many", async () => {
    const lines = [..."stuvwxyz"].map((id) =>
      JSON.stringify({ question: "Who?", gold: ["a", id] }),
    );
    const reading = read(...lines);
    await expect(reading).rejects.toMatchObject({ code: "unknown-id" });
    await expect(reading).rejects.toThrow(/"s" \(.*line 1\).*"w" \(.*line 5\), and 3 more/);
  });

  it("refuses a file that is not there, or not text", async () => {
    await expect(readQuestions(place.path("none"), known)).rejects.toThrow(/none cannot be read/);
    const binary = await place.write("binary.jsonl", "");
    const { writeFile } = await import("node:fs/promises");
    await writeFile(binary, Uint8Array.of(0xff, 0xfe, 0x00));
    await expect(readQuestions(binary, known)).rejects.toMatchObject({ code: "unreadable-input" });
  });
});
