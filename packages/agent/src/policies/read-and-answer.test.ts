import { FakeListChatModel } from "@langchain/core/utils/testing";
import { isPsiError } from "@psi/core";
import { runContract, testAgentPolicy } from "@psi/core/testing";
import { describe, expect, it } from "vitest";
import type { AgentModel } from "../protocol/agent-model.js";
import { startOf, stateOf } from "../testing/made-evidence.js";
import { plainContext, talkingModel, toolCall } from "../testing/talking-model.js";
import { readAndAnswer } from "./read-and-answer.js";
import { singlePass } from "./single-pass.js";

const question = "In which town was the engineer of the Orrin bridge born?";
const passages = [
  "Edda Rowan was the engineer of the Orrin bridge.",
  "The bridge is made of stone.",
];

describe("readAndAnswer keeps the contract with a model that", () => {
  describe("answers", () =>
    runContract(
      testAgentPolicy(() => readAndAnswer(talkingModel(["Answer: x [1]"]))),
      it,
    ));
  describe("always retrieves", () =>
    runContract(
      testAgentPolicy(() => readAndAnswer(talkingModel(["Retrieve: more of it"]))),
      it,
    ));
  describe("says nothing", () =>
    runContract(
      testAgentPolicy(() => readAndAnswer(talkingModel([""]))),
      it,
    ));
  describe("calls tools", () =>
    runContract(
      testAgentPolicy(() =>
        readAndAnswer(
          talkingModel(
            [({ tools }) => toolCall(tools[0] ?? "answer", { queries: ["more"], text: "x" })],
            { tools: true },
          ),
        ),
      ),
      it,
    ));
});

describe("singlePass keeps the contract with a model that", () => {
  describe("answers", () =>
    runContract(
      testAgentPolicy(() => singlePass(talkingModel(["Answer: x [1]"]))),
      it,
    ));
  describe("only talks", () =>
    runContract(
      testAgentPolicy(() => singlePass(talkingModel(["Well, well."]))),
      it,
    ));
});

describe("readAndAnswer", () => {
  it("looks the question up first, without a model", async () => {
    const model = talkingModel(["Answer: x"]);
    expect(await readAndAnswer(model).decide(startOf(question), plainContext())).toEqual({
      kind: "retrieve",
      queries: [question],
    });
    expect(model.calls).toEqual([]);
  });

  it("shows passages, earlier queries, question and retrievals left", async () => {
    const model = talkingModel([
      "Nobody says.\nRetrieve: birthplace of Edda Rowan, engineer of the Orrin bridge",
    ]);
    const action = await readAndAnswer(model).decide(stateOf(question, passages), plainContext());
    expect(action).toEqual({
      kind: "retrieve",
      queries: ["birthplace of Edda Rowan, engineer of the Orrin bridge"],
      thought: "Nobody says.",
      prompt: "read-and-answer/short/en/text/1",
      notes: [],
    });
    const sent = model.calls[0]?.messages.at(-1)?.[1] ?? "";
    expect(sent).toContain(`<passage number="1">\n${passages[0]}\n</passage>`);
    expect(sent).toContain(`Searched for already:\n- ${question}`);
    expect(sent).toContain(`Question: ${question}`);
    expect(sent).toContain("Searches left: 2.");
  });

  it("asks for the answer when no retrieval is left", async () => {
    const model = talkingModel(["Answer: Not mentioned."]);
    const state = stateOf(question, passages, { retrievalsLeft: 0 });
    expect(await readAndAnswer(model).decide(state, plainContext())).toMatchObject({
      text: "Not mentioned",
      prompt: "last-round/short/en/text/1",
    });
    const none = { ...startOf(question), retrievalsLeft: 0 };
    expect(await readAndAnswer(model).decide(none, plainContext())).toMatchObject({
      kind: "answer",
    });
  });

  it("asks in the question's language and the length that was chosen", async () => {
    const model = talkingModel(["回答：泉州 [1]"]);
    const zh = stateOf("石桥的工程师出生在哪里？", ["工程师生于泉州。"]);
    const policy = readAndAnswer(model, { answerLength: "long" });
    expect(await policy.decide(zh, plainContext())).toMatchObject({
      text: "泉州 [1]",
      prompt: "read-and-answer/long/zh/text/1",
    });
    const forced = readAndAnswer(model, { language: "en" });
    expect(await forced.decide(zh, plainContext())).toMatchObject({
      prompt: "read-and-answer/short/en/text/1",
    });
  });

  it("never looks the same up twice", async () => {
    const model = talkingModel([
      `Retrieve: ${question.toUpperCase()}`,
      "Retrieve: Edda Rowan, the engineer",
    ]);
    expect(
      await readAndAnswer(model).decide(stateOf(question, passages), plainContext()),
    ).toMatchObject({
      queries: ["Edda Rowan, the engineer"],
    });
  });

  it("fits passages into the window that is told, by whoever tells it", async () => {
    const many = Array.from({ length: 40 }, (_, i) => `Passage ${i} about the bridge. `.repeat(20));
    const shown = async (contextTokens?: number, own?: number): Promise<number> => {
      const model = {
        ...talkingModel(["Answer: x"]),
        ...(own === undefined ? {} : { contextTokens: own }),
      };
      const policy = readAndAnswer(model, contextTokens === undefined ? {} : { contextTokens });
      const action = await policy.decide(stateOf(question, many), plainContext());
      const sent = model.calls[0]?.messages.at(-1)?.[1].match(/<passage /g)?.length ?? 0;
      if (sent < 40)
        expect(action.notes?.join()).toContain(`${40 - sent} of 40 passages did not fit`);
      return sent;
    };
    expect(await shown(2_048)).toBeLessThan(await shown());
    expect(await shown(undefined, 2_048)).toBe(await shown(2_048));
    expect(await shown(8_192, 2_048)).toBe(await shown());
    expect(await shown(undefined, Number.NaN)).toBe(await shown());
    expect(await shown(100_000)).toBe(40);
  });

  it("says what was left out once, however often it asked", async () => {
    const model = talkingModel(["hm", "Answer: x"]);
    const many = Array.from({ length: 40 }, (_, i) => `Passage ${i}. `.repeat(40));
    const action = await readAndAnswer(model, { evidenceTokens: 500 }).decide(
      stateOf(question, many),
      plainContext(),
    );
    expect(action.notes?.filter((note) => note.includes("did not fit"))).toHaveLength(1);
  });

  it("answers an empty question without asking", async () => {
    const model = talkingModel(["Answer: x"]);
    for (const policy of [readAndAnswer(model), singlePass(model)]) {
      expect(await policy.decide(startOf(" \n"), plainContext())).toMatchObject({
        text: "Not mentioned",
        notes: ["The question is empty."],
      });
    }
    expect(model.calls).toEqual([]);
  });

  it("takes LangChain's models", async () => {
    const model: AgentModel = new FakeListChatModel({ responses: ["Answer: Faro [1]"] });
    expect(
      await readAndAnswer(model).decide(stateOf(question, passages), plainContext()),
    ).toMatchObject({
      kind: "answer",
      text: "Faro [1]",
    });
  });

  it.each<[string, () => unknown, RegExp]>([
    ["no model", () => readAndAnswer(undefined as never), /chat model/],
    ["a model without invoke", () => singlePass({} as never), /invoke/],
    [
      "an unknown length",
      () => readAndAnswer(talkingModel([""]), { answerLength: "tiny" as never }),
      /"short", "medium", "long"/,
    ],
    [
      "an unknown language",
      () => singlePass(talkingModel([""]), { language: "fr" as never }),
      /"en", "zh"/,
    ],
    [
      "an unknown protocol",
      () => readAndAnswer(talkingModel([""]), { protocol: "xml" as never }),
      /"auto", "tools", "text"/,
    ],
    [
      "tools without bindTools",
      () => readAndAnswer(talkingModel([""]), { protocol: "tools" }),
      /bindTools/,
    ],
    ["no room", () => readAndAnswer(talkingModel([""]), { evidenceTokens: 0 }), /evidenceTokens/],
    [
      "a tiny window",
      () => singlePass(talkingModel([""]), { contextTokens: 100 }),
      /contextTokens/,
    ],
  ])("refuses %s", (_, make, message) => {
    let thrown: unknown;
    try {
      make();
    } catch (error) {
      thrown = error;
    }
    expect(isPsiError(thrown, "invalid-option")).toBe(true);
    expect((thrown as Error).message).toMatch(message);
  });
});

describe("singlePass", () => {
  it("looks the question up once, then answers", async () => {
    const model = talkingModel(["Answer: Faro [1]"], { tools: true });
    const policy = singlePass(model);
    expect(await policy.decide(startOf(question), plainContext())).toEqual({
      kind: "retrieve",
      queries: [question],
    });
    expect(await policy.decide(stateOf(question, passages), plainContext())).toEqual({
      kind: "answer",
      text: "Faro [1]",
      prompt: "single-pass/short/en/text/1",
      notes: [],
    });
    expect(model.calls).toMatchObject([{ tools: [] }]);
  });

  it("takes no retrieval for an answer", async () => {
    const model = talkingModel(["Retrieve: more", "Answer: Faro"]);
    expect(
      await singlePass(model).decide(stateOf(question, passages), plainContext()),
    ).toMatchObject({ text: "Faro" });
  });
});
