import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { islandIndex, psi, type Workplace, workplace } from "../testing/psi.js";

const { env } = process;
const shared = env.PSI_SHARED ?? resolve(import.meta.dirname, "../../../../../shared");
const file = `${shared}/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf`;
const present = existsSync(file);

const questions = [
  "Who paid for the first lighthouse of Skarn?",
  "Who kept the lighthouse for thirty years?",
  "Where was the lens ground?",
  "In which year was the storm?",
  "Where was the woman born who paid for the lighthouse?",
  "How many boats did Edda Voss own?",
  "With what was the bread baked on Sundays?",
  "Of what was the oven of the bakery built?",
  "灯塔是谁出资修建的？",
  "Who painted the zeppelin?",
];
const seconds = 6;

describe.skipIf(!present)(
  `ten questions to a model of 135 million parameters${present ? "" : " (skipped: no test model beside the repository)"}`,
  () => {
    let place: Workplace;
    let index: string;
    beforeAll(async () => {
      place = await workplace();
      index = await islandIndex(place);
    });
    afterAll(() => place.remove());

    it("are answered within their limits, whatever it says", { timeout: 150_000 }, async () => {
      const args = [
        ...["--model", `gguf:${file}`, "--max-retrievals", "2", "--answer-length", "short"],
        ...["--reply-tokens", "48", "--limit", "2", "--timeout", String(seconds), "--json"],
      ];
      // Each in a conversation of its own: a model so small makes nothing of the questions before.
      const input = questions.map((question) => `${question}\n/new\n`).join("");
      const { code, stdout } = await psi(["chat", index, ...args], { input });
      expect(code).toBe(0);
      const answers = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(answers.map(({ question }) => question)).toEqual(questions);
      for (const { question, answer, ending, steps, citations, evidence, usage } of answers) {
        expect(answer.trim(), question).not.toBe("");
        expect(["answered", "retrievals", "timeout"], question).toContain(ending);
        const rounds = steps.filter(({ kind }: { kind: string }) => kind === "retrieval");
        expect(rounds.length, question).toBeLessThanOrEqual(2);
        // Two decisions, each of which may be asked for once more.
        expect(usage.modelCalls, question).toBeLessThanOrEqual(4);
        expect(usage.milliseconds, question).toBeLessThan(seconds * 1000 + 3000);
        const found = evidence.map(({ number }: { number: number }) => number);
        for (const { number } of citations) expect(found, question).toContain(number);
      }
      // Timeouts are for busy machines; what is tested is that it talks.
      const said = answers.filter(({ ending }) => ending !== "timeout");
      expect(said.length).toBeGreaterThan(0);
      expect(said.every(({ usage }) => usage.completionTokens > 0 && !usage.estimated)).toBe(true);
    });
  },
);
