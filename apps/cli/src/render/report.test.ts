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
    expect(reportLines(report, "words", built, 80, pico.createColors(false))).toEqual([
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

  it("drops the metrics that nobody quotes where there is no room", () => {
    const names = ["recall@2", "recall@5", "recall@10", "allGold@2", "allGold@5", "ndcg@10", "mrr"];
    const metrics = Object.fromEntries(names.map((name) => [name, 0.5]));
    const wide = { ...report, metrics, perType: {}, perHops: {} };
    const headAt = (width: number): string[] =>
      (reportLines(wide, "words", built, width, pico.createColors(false))[2] ?? "")
        .trim()
        .split(/ +/);
    expect(headAt(120)).toEqual(["questions", ...names]);
    expect(headAt(64)).toEqual([
      "questions",
      "recall@2",
      "recall@5",
      "allGold@5",
      "ndcg@10",
      "mrr",
    ]);
    expect(headAt(44)).toEqual(["questions", "recall@2", "recall@5", "ndcg@10"]);
  });
});
