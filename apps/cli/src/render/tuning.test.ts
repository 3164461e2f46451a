import pico from "picocolors";
import { expect, it } from "vitest";
import { tuningLines } from "./tuning.js";

it("shows recall before and after", () => {
  const figures = {
    questions: 50,
    withoutGold: 1,
    tier: "words",
    before: { "recall@2": 0.5, "recall@5": 0.6249 },
    after: { "recall@2": 0.75, "recall@5": 1 },
  };
  expect(tuningLines(figures, pico.createColors(false))).toEqual([
    "50 questions (1 question without gold left out), weights for words, by cross-validation",
    "",
    "        recall@2  recall@5",
    "before     0.500     0.625",
    "after      0.750     1.000",
  ]);
  const [head] = tuningLines({ ...figures, withoutGold: 0 }, pico.createColors(false));
  expect(head).toBe("50 questions, weights for words, by cross-validation");
});
