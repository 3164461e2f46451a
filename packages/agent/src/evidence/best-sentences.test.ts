import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestSentences } from "./best-sentences.js";
import { plainWords } from "./plain-words.js";
import { evidenceOf } from "./testing.js";

function best(question: string, texts: readonly string[], count: number): readonly string[] {
  return bestSentences(question, evidenceOf(texts), { tokenizer: plainWords, count }).map(
    ({ evidence, span }) =>
      `${evidence.number}: ${evidence.found.node.text.slice(span.start, span.end)}`,
  );
}

/** The same, as they are quoted. */
function said(question: string, texts: readonly string[]): readonly string[] {
  return bestSentences(question, evidenceOf(texts), { tokenizer: plainWords, count: 9 }).map(
    ({ evidence, text }) => `${evidence.number}: ${text}`,
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
  const texts = ["One two three. One two four.", "One two five."];
  expect(best("zebra", texts, 2)).toEqual(["1: One two three.", "2: One two five."]);
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
  const texts = Array.from({ length: 12 }, (_, i) => `${filler} It is ${i}.`);
  expect(best("plain", texts, 100)).toHaveLength(11);
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
        const cited = evidence.found.node.text.slice(span.start, span.end);
        expect(cited).not.toBe("");
        expect(cited.trim()).toBe(cited);
      }
    }),
    { numRuns: 100 },
  );
});

it("reads a question and passages as long as books", () => {
  const words = (count: number): string =>
    Array.from({ length: count }, (_, i) => `word${i}`).join(" ");
  const passages = Array.from({ length: 10 }, () => `${words(8)}. Then. `.repeat(2000));
  expect(best(words(15_000), passages, 9)).toHaveLength(3);
  const long = ["Long sentences. ".repeat(60_000), `long ${words(100_000)}`];
  expect(best("long", long, 9)).toHaveLength(2);
});

it("takes sentences that say the same once, from the first passage that has them", () => {
  const texts = ["The tower  is tall. It is old.", "The tower\nis tall. It is grey."];
  expect(said("tower", texts)).toEqual([
    "1: The tower is tall.",
    "1: It is old.",
    "2: It is grey.",
  ]);
});

describe("lines that say nothing by themselves", () => {
  it.each([
    ["a heading", "# The tower\n\nThe tower is tall."],
    ["a heading of another level", "### The tower ###\nThe tower is tall."],
    ["an underlined heading", "The tower\n=========\n\nThe tower is tall."],
    ["the line that begins code", "```js\n```\n\nThe tower is tall."],
    ["a rule", "The tower is tall.\n\n---\n"],
  ])("are not taken: %s", (_, text) => {
    expect(said("tower", [text])).toEqual(["1: The tower is tall."]);
  });

  it("are taken where there is nothing else", () => {
    expect(said("tower", ["# The tower", "## Its height"])).toEqual(["1: # The tower"]);
    expect(said("js", ["```js"])).toEqual(["1: ```js"]);
  });

  it("are left out of code that is quoted", () => {
    expect(said("height", ["```js\nconst height = 3;\n```"])).toEqual(["1: const height = 3;"]);
  });
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
