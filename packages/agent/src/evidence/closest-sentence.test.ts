import { type Evidence, sentences } from "@psi/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { trimmed } from "./citation.js";
import { type Closest, sentenceFinder } from "./closest-sentence.js";
import { plainWords } from "./plain-words.js";
import { evidenceOf } from "./testing.js";

/** The same, sentence by sentence. */
function naive(statement: ReadonlySet<string>, { found: { node } }: Evidence): Closest {
  let closest: Closest = {
    span: trimmed(node.text, { start: 0, end: node.text.length }),
    shared: 0,
  };
  for (const each of sentences(node.text)) {
    const words = new Set(plainWords.tokenize(node.text.slice(each.start, each.end)));
    const shared = [...statement].filter((word) => words.has(word)).length;
    const span = trimmed(node.text, each);
    const isShorter = span.end - span.start < closest.span.end - closest.span.start;
    if (shared > closest.shared || (shared > 0 && shared === closest.shared && isShorter))
      closest = { span, shared };
  }
  return closest;
}

it("finds the sentence that comparing each one finds", () => {
  const word = fc.constantFrom(
    "petrel",
    "orrin",
    "pask",
    "built",
    "a",
    "in",
    "1840",
    "石桥",
    "建于",
  );
  const sentence = fc
    .array(word, { minLength: 1, maxLength: 6 })
    .map((all) => `${all.join(" ")}. `);
  const text = fc.array(sentence, { maxLength: 8 }).map((all) => ` ${all.join("")}`);
  fc.assert(
    fc.property(text, fc.array(word), (passage, words) => {
      const [evidence] = evidenceOf([passage]);
      const statement = new Set(words);
      const finder = sentenceFinder(plainWords);
      expect(finder.closest(statement, evidence as Evidence)).toEqual(
        naive(statement, evidence as Evidence),
      );
    }),
    { numRuns: 500 },
  );
});

it("cuts each passage into words once, however often it is asked", () => {
  let cut = 0;
  const counting = {
    name: "counting",
    tokenize(text: string) {
      cut += text.length;
      return plainWords.tokenize(text);
    },
  };
  const [evidence] = evidenceOf(["The Petrel was built in Orrin. ".repeat(100)]);
  const finder = sentenceFinder(counting);
  for (let i = 0; i < 50; i++) finder.closest(new Set(["petrel", `${i}`]), evidence as Evidence);
  expect(cut).toBe(evidence?.found.node.text.length);
});

it("gives the whole passage once its comparisons are used up, and says that they are", () => {
  const [evidence] = evidenceOf(["The Petrel. ".repeat(10)]);
  const finder = sentenceFinder(plainWords, 25);
  const ask = (): number => finder.closest(new Set(["petrel"]), evidence as Evidence).shared;
  expect([ask(), ask(), finder.isSpent, ask(), finder.isSpent]).toEqual([1, 1, false, 0, true]);
});

it("leaves markup out of sentences, in words and at their ends", () => {
  const text = "<!-- Petrel --><p>The brig was built in Orrin.</p> It sailed.";
  const markup = [
    [0, 15],
    [15, 18],
    [46, 50],
  ];
  const [evidence] = evidenceOf([text], { markup });
  const finder = sentenceFinder(plainWords);
  const { span } = finder.closest(new Set(["orrin"]), evidence as Evidence);
  expect(text.slice(span.start, span.end)).toBe("The brig was built in Orrin.");
  expect(finder.closest(new Set(["petrel"]), evidence as Evidence).shared).toBe(0);
});
