import { multilingual } from "@psi/sparse";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { type AnswerView, answerLines } from "./answer.js";
import { matcher } from "./matches.js";

const view: AnswerView = {
  text: "Edda Voss paid for it. [1]\nShe sold a ship. [2]",
  citations: [
    { number: 1, passageId: "lamp-01", source: "lamp.md", start: 10, end: 38 },
    { number: 2, passageId: "ship-02", start: 0, end: 5 },
  ],
  evidence: [
    {
      rank: 1,
      score: 0.5,
      foundBy: { tree: 1 },
      id: "lamp-01",
      text: "Long ago. Edda Voss paid for the lamp. It burnt.",
      source: "lamp.md",
      span: { start: 100, end: 148 },
    },
    { rank: 2, score: 0.4, foundBy: { words: 1 }, id: "ship-02", text: "A ship was sold." },
  ],
};
const shown = (answer: AnswerView): readonly string[] =>
  answerLines(answer, {
    width: 80,
    paint: pico.createColors(false),
    match: matcher("lamp", multilingual()),
    text: "none",
  });

describe("answerLines", () => {
  it("shows the answer, then where each citation stands in its file", () => {
    expect(shown(view).slice(0, 7)).toEqual([
      "Edda Voss paid for it. [1]",
      "She sold a ship. [2]",
      "",
      "Sources",
      "[1]  lamp-01 · lamp.md:110-138",
      "[2]  ship-02",
      "",
    ]);
  });

  it("ends with the passages", () => {
    expect(shown(view)).toContain("Passages");
    expect(shown(view).at(-1)).toBe("   ship-02");
  });

  it("says so when there is no answer", () => {
    expect(shown({ text: "", citations: [], evidence: [] })).toEqual(["No answer was found."]);
  });

  it("takes a citation of a passage that is not among the evidence", () => {
    const stray = { number: 9, passageId: "gone", source: "a.md", start: 0, end: 4 };
    expect(shown({ ...view, citations: [stray] })).toContain("[9]  gone · a.md");
  });
});
