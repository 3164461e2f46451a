import type { AgentState } from "@psi/core";
import { oddTexts, wordOverlapRetriever } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.js";
import { plainWords } from "../evidence/plain-words.js";
import { evidenceOf } from "../evidence/testing.js";
import { extractive } from "./extractive.js";

const noModel = { invoke: () => Promise.reject(new Error("It needs no model.")) };

function stateOf(question: string, texts: readonly string[]): AgentState {
  return {
    question,
    rounds: [{ queries: [question], found: [] }],
    evidence: evidenceOf(texts),
    actions: [],
    retrievalsLeft: 2,
  };
}

it("looks the question up once, then answers, whatever is left", async () => {
  const policy = extractive();
  const state = stateOf("q", []);
  expect(await policy.decide({ ...state, rounds: [] }, noModel)).toEqual({
    kind: "retrieve",
    queries: ["q"],
  });
  const empty = { kind: "answer", text: "Not mentioned", quotes: [] };
  expect(await policy.decide({ ...state, rounds: [], retrievalsLeft: 0 }, noModel)).toEqual(empty);
  expect(await policy.decide(state, noModel)).toEqual(empty);
});

it("quotes sentences with the spans that it means", async () => {
  const texts = [" Paris is old.  It is large. ", "Rome is old."];
  const action = await extractive().decide(stateOf("old", texts), noModel);
  expect(action).toEqual({
    kind: "answer",
    text: "Paris is old. [1]\nIt is large. [1]\nRome is old. [2]",
    quotes: [
      { number: 1, start: 1, end: 14 },
      { number: 1, start: 16, end: 28 },
      { number: 2, start: 0, end: 12 },
    ],
  });
});

it.each([
  ["short", 3],
  ["medium", 9],
  ["long", 20],
] as const)("quotes for a %s answer %s sentences", async (answerLength, count) => {
  const sentences = Array.from({ length: 50 }, (_, i) => `One word is here, ${i}.`);
  const state = stateOf("word", [sentences.join(" ")]);
  const action = await extractive({ answerLength }).decide(state, noModel);
  expect(action.kind === "answer" && action.quotes).toHaveLength(count);
});

it("refuses another length", () => {
  expect(() => extractive({ answerLength: "huge" as never })).toThrow(
    expect.objectContaining({ code: "invalid-option" }),
  );
});

it("compares by the tokenizer that is given", async () => {
  const tokenizer = {
    name: "last-letters",
    tokenize: (text: string) => text.match(/\w(?=\W|$)/g) ?? [],
  };
  const state = stateOf("ox", ["Aa aa aa aa. Bx bx bx bx."]);
  const action = await extractive({ tokenizer, answerLength: "short" }).decide(state, noModel);
  expect(action).toMatchObject({ text: "Aa aa aa aa. [1]\nBx bx bx bx. [1]" });
});

it("stops at the signal", async () => {
  const signal = AbortSignal.abort("enough");
  await expect(extractive().decide(stateOf("q", ["A."]), { ...noModel, signal })).rejects.toBe(
    "enough",
  );
});

describe("end to end", () => {
  const retriever = wordOverlapRetriever([
    "石桥 建于明代。桥下有河。",
    "one sentence without a stop",
    "  \n\t ",
    ...oddTexts,
  ]);

  it.each([
    ["石桥", "石桥 建于明代。 [1]\n桥下有河。 [1]"],
    ["sentence", "one sentence without a stop [1]"],
    ["nothing like it", "Not mentioned"],
  ])("%s", async (question, text) => {
    const answer = await ask(question, { retriever, policy: extractive() });
    expect([answer.text, answer.answered]).toEqual([text, text !== "Not mentioned"]);
    for (const { passageId, start, end } of answer.citations) {
      const cited = answer.evidence.find(({ found }) => found.node.id === passageId)?.found.node
        .text;
      expect(text).toContain(cited?.slice(start, end));
    }
  });
});

it.each(["A stop here. ", "no stops ", "桥很旧。", "x"])(
  "reads a passage of a megabyte once: %s",
  async (unit) => {
    let read = 0;
    const tokenizer = {
      name: "counting",
      tokenize(text: string) {
        read += text.length;
        return plainWords.tokenize(text);
      },
    };
    const passage = unit.repeat(1e6 / unit.length);
    await extractive({ tokenizer }).decide(stateOf("stop here", [passage]), noModel);
    // For its sentences, and twice for whether it has a word of the question.
    expect(read).toBeLessThan(3.1 * passage.length);
  },
);

it("sets numbers in brackets apart that are the passage's own", async () => {
  const state = stateOf("opened", ["It opened in 1931 [3]. It closed (see source 2)."]);
  expect(await extractive().decide(state, noModel)).toMatchObject({
    text: "It opened in 1931 ⟦3⟧. [1]\nIt closed ⟦see source 2⟧. [1]",
    quotes: [
      { number: 1, start: 0, end: 22 },
      { number: 1, start: 23, end: 48 },
    ],
  });
});

it("quotes the text of a passage without its markup, and cites where it is", async () => {
  const text = [
    "---\ntitle: Bees\n---\n\n# Bees\n\n",
    "The <b>bees</b> of Orrin <!-- hives -->swarm\nin June.\n",
  ].join("");
  const spanOf = (part: string): [number, number] => [
    text.indexOf(part),
    text.indexOf(part) + part.length,
  ];
  const markup = ["---\ntitle: Bees\n---\n", "<b>", "</b>", "<!-- hives -->"].map(spanOf);
  const [evidence] = evidenceOf([text], { markup });
  const state = { ...stateOf("When do bees swarm?", []), evidence: [evidence!] };
  const [start] = spanOf("The <b>");
  expect(await extractive().decide(state, noModel)).toMatchObject({
    text: "The bees of Orrin swarm in June. [1]",
    quotes: [{ number: 1, start, end: text.length - 1 }],
  });
});

it("says so when no passage has a word of the question", async () => {
  const notesFor = async (question: string): Promise<readonly string[] | undefined> => {
    const evidence = evidenceOf(["The tower is tall.", "It rained."]);
    const state = { question, rounds: [], evidence, actions: [], retrievalsLeft: 0 };
    const action = await extractive().decide(state, {} as never);
    return action.notes;
  };
  expect(await notesFor("tower?")).toBeUndefined();
  expect((await notesFor("zebra"))?.[0]).toMatch(/No passage has a word of the question/);
});
