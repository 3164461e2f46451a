import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { reportLines } from "./report.js";

const report = {
  dataset: "skarn",
  questions: 3,
  uncounted: 1,
  seconds: 0.5,
  metrics: { "recall@2": 0.66666, mrr: 1 },
  perType: { single: { questions: 2, metrics: { "recall@2": 1, mrr: 1 } } },
  perHops: { 2: { questions: 1, metrics: { "recall@2": 0, mrr: 1 } } },
};
const built = { passages: 8, embedded: 0, seconds: 61 };

describe("reportLines", () => {
  it("shows all questions, then each type and each number of hops", () => {
    expect(reportLines(report, "words", built, pico.createColors(false))).toEqual([
      "skarn  words, 3 questions (1 question without gold left out)",
      "",
      "        questions  recall@2    mrr",
      "all             3     0.667  1.000",
      "single          2     1.000  1.000",
      "2 hops          1     0.000  1.000",
      "",
      "0.50 s for the questions; 1 min 1 s for the index of 8 passages, 0 texts embedded",
    ]);
  });
});
