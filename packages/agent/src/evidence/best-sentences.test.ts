import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bestSentences } from "./best-sentences.js";
import { plainWords } from "./plain-words.js";
import { evidenceOf } from "./testing.js";

function best(question: string, texts: readonly string[], count: number): readonly string[] {
  return bestSentences(question, evidenceOf(texts), { tokenizer: plainWords, count }).map(
    ({ evidence, span }) =>
      `${evidence.number}: ${evidence.found.node.text.slice(span.start, span.end)}`,
  );
}

const filler = "This is a plain sentence of some eight words.";

it("takes the sentence that shares the question's rarer words", () => {
  const texts = [`${filler} ${filler} This is the height of the tower. ${filler} ${filler}`];
  expect(best("What is the height of the tower?", texts, 2)).toContain(
    "1: This is the height of the tower.",
  );
  expect(best("What is the weight of a whale?", texts, 1)).toEqual([`1: ${filler}`]);
});

it("prefers earlier passages and earlier sentences where all else is equal", () => {
  expect(best("zebra", [`${filler} ${filler}`, filler], 2).map((each) => each[0])).toEqual([
    "1",
    "2",
  ]);
});

it("gives them in the order in which they stand", () => {
  const texts = [
    "No. The tower is tall and old and has many steps.",
    "The tower. It is the tower.",
  ];
  expect(best("tower", texts, 9)).toEqual([
    "1: No.",
    "1: The tower is tall and old and has many steps.",
    "2: The tower.",
    "2: It is the tower.",
  ]);
});

it("looks at ten passages", () => {
  const texts = Array.from({ length: 12 }, () => filler);
  expect(best("plain", texts, 100)).toHaveLength(10);
});

it("compares Chinese by pairs of characters", () => {
  const texts = ["天气很好大家高兴。人们来此散步聊天。石桥建于明代。"];
  expect(best("石桥建于何时？", texts, 2)).toContain("1: 石桥建于明代。");
});

it("finds none where there are no words", () => {
  expect(best("q", [], 3)).toEqual([]);
  expect(best("q", ["", "  \n ", "?!", "…。", "👩"], 3)).toEqual([]);
  expect(best("?", ["One."], 3)).toEqual(["1: One."]);
});

it("gives trimmed spans inside the passages, never more than asked for, whatever the texts", () => {
  const text = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 4 }), fc.nat({ max: 5 }), (q, texts, count) => {
      const found = bestSentences(q, evidenceOf(texts), { tokenizer: plainWords, count });
      expect(found.length).toBeLessThanOrEqual(count);
      for (const { evidence, span } of found) {
        const said = evidence.found.node.text.slice(span.start, span.end);
        expect(said).not.toBe("");
        expect(said.trim()).toBe(said);
      }
    }),
    { numRuns: 100 },
  );
});

it("takes time in proportion to question and passages", () => {
  const words = (count: number): string =>
    Array.from({ length: count }, (_, i) => `word${i}`).join(" ");
  const begun = performance.now();
  best(
    words(15_000),
    Array.from({ length: 10 }, () => `${words(8)}. Then. `.repeat(2000)),
    9,
  );
  best("long", ["Long sentences. ".repeat(60_000), `long ${words(100_000)}`], 9);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it("leaves out passages that bear on nothing of the question, unless none does", () => {
  const texts = ["The tower is tall.", "It rained.", "It snowed."];
  expect(best("tower", texts, 9)).toEqual(["1: The tower is tall."]);
  expect(best("zebra", texts, 9)).toHaveLength(3);
  const linked = evidenceOf(texts).map((each) =>
    each.number === 3
      ? { ...each, found: { ...each.found, reasons: [{ name: "Snow", from: "p1" }] } }
      : each,
  );
  const found = bestSentences("tower", linked, { tokenizer: plainWords, count: 9 });
  expect(found.map(({ evidence }) => evidence.number)).toEqual([1, 3]);
});

it("takes whole sentences of an abstract, and no list of key phrases", () => {
  const abstracts = evidenceOf([
    "tower; lake; bridge",
    "The tower stands at the lake. Towers; lakes",
  ]).map(({ found, ...each }) => ({
    ...each,
    found: { ...found, node: { ...found.node, layer: 1 } },
  }));
  const found = bestSentences("tower", abstracts, { tokenizer: plainWords, count: 9 });
  expect(found.map(({ evidence, span }) => [evidence.number, span.start])).toEqual([[2, 0]]);
});
