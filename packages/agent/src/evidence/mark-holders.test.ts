import { describe, expect, it } from "vitest";
import { cite } from "./cite.js";
import { plainWords } from "./plain-words.js";
import { evidenceOf } from "./testing.js";

const EVIDENCE = evidenceOf([
  "The bridge at Orrin opened in 1931 [3]. It was drawn by Tilda Brask [1, 2].",
  "The weir at Orrin was finished in 1880.",
  "The mill at Orrin burned in 1902 [7]. A ferry ran until 1931.",
  "石桥建于明代 [2]。",
]);
const citedBy = (answer: string) => {
  const { text, citations, notes } = cite(answer, EVIDENCE, plainWords);
  return { text, numbers: citations.map(({ number }) => number), notes };
};

describe("a number that an answer copies from a passage", () => {
  it.each([
    ["It opened in 1931 [3].", "It opened in 1931 [1].", [1]],
    ["The bridge opened in 1931.[3]", "The bridge opened in 1931.[1]", [1]],
    ["It opened in 1931 [3] [1].", "It opened in 1931 [1].", [1]],
    ["Tilda Brask [1, 2] drew it.", "Tilda Brask [1] drew it.", [1]],
    ["The mill burned in 1902 [7].", "The mill burned in 1902 [3].", [3]],
    ["石桥建于明代【2】。", "石桥建于明代[4]。", [4]],
  ])("cites that passage: %s", (answer, text, numbers) => {
    const cited = citedBy(answer);
    expect(cited).toMatchObject({ text, numbers });
    expect(cited.notes).toHaveLength(1);
    expect(cited.notes[0]).toMatch(
      /^The answer repeats .*, a number in the text of passage \[\d\]/,
    );
  });

  it("is a citation where the passage with that number says it as well, with a note", () => {
    const { numbers, notes } = citedBy("1931 [3]");
    expect(numbers).toEqual([3]);
    expect(notes).toEqual([
      "[3] is also a number in the text of passage [1], and may be no citation.",
    ]);
  });

  it("is noted where the answer says in its own words what that passage says", () => {
    const { numbers, notes } = citedBy("In 1931 the bridge at Orrin opened [3].");
    expect(numbers).toEqual([3]);
    expect(notes).toEqual([
      "[3] is also a number in the text of passage [1], and may be no citation.",
    ]);
  });

  it.each([
    ["A ferry ran at Orrin until 1931 [3].", [3]],
    ["The weir was finished in 1880 [2].", [2]],
    ["The mill burned [3].", [3]],
    ["It opened in 1931 [1].", [1]],
  ])("is a citation where another passage says it: %s", (answer, numbers) => {
    expect(citedBy(answer)).toEqual({ text: answer, numbers, notes: [] });
  });
});
