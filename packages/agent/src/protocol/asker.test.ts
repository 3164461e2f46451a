import { type AgentContext, PsiError } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionRequest as request } from "../testing/action-request.js";
import { plainContext, type Said, talkingModel, toolCall } from "../testing/talking-model.js";
import { asker } from "./asker.js";

const last = request({ task: "last-round" });
const text = (lines: readonly Said[]) => {
  const model = talkingModel(lines);
  return { model, ask: (given = request()) => asker(model, "text")(given, plainContext()) };
};
describe("in text", () => {
  it("takes an answer, a query, and what was thought", async () => {
    const { ask } = text([
      "<think>It is [1].</think>Answer: Edda [1]",
      "Retrieve: the engineer Edda",
    ]);
    expect(await ask()).toEqual({
      kind: "answer",
      text: "Edda [1]",
      thought: "It is [1].",
      prompt: "read-and-answer/short/en/text/1",
      notes: [],
    });
    expect(await ask()).toMatchObject({
      kind: "retrieve",
      queries: ["the engineer Edda"],
      notes: [],
    });
  });

  it("asks once more for what it cannot read, with the reply and the reason", async () => {
    const { model, ask } = text(["Let me see.", "Answer: Edda"]);
    expect(await ask()).toMatchObject({
      text: "Edda",
      notes: ["The model was asked again: it was neither an answer nor a query."],
    });
    const [first, second] = model.calls.map(({ messages }) => messages);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.slice(-2)).toEqual([
      ["ai", "Let me see."],
      ["human", expect.stringMatching(/does not say what to do.*Answer:.*Retrieve:/)],
    ]);
  });

  it.each([
    "Antwort: Edda [1]",
    "Réponse : Edda [1]",
    "Ответ: Edda [1]",
    "답변: Edda [1]",
    JSON.stringify(JSON.stringify({ answer: "Edda [1]" })),
    '```json\n"{\\"answer\\": \\"Edda [1]\\"}"\n```',
    "<reasoning>Answer: Orrin</reasoning>Answer: Edda [1]",
    "Answer: Edda\nQuellen: [1]",
  ])("takes %j at once", async (reply) => {
    const { model, ask } = text([reply]);
    expect(await ask()).toMatchObject({ kind: "answer", text: "Edda [1]", notes: [] });
    expect(model.calls).toHaveLength(1);
  });

  it("says what was not read of replies that it cannot take", async () => {
    const endless = "It may be so. ".repeat(100_000);
    const { notes } = await text([endless, "Answer: Edda"]).ask();
    expect(notes).toEqual([
      "The reply has 1400000 characters; the first and the last 100000 of them were read.",
      "The model was asked again: it was neither an answer nor a query.",
    ]);
  });

  it("keeps what a line of its own cites below a short answer", async () => {
    for (const cites of ["[1]", "[passage 1]", "【1†source】", "[1], (source 2)."]) {
      const { ask } = text([`Answer: Edda\n${cites}\nThat is all.`]);
      expect((await ask()) as { text?: string }).toMatchObject({ text: `Edda ${cites}` });
    }
  });

  it.each<[string, readonly Said[], string]>([
    ["unreadable twice: the last text", ["It may be Edda.", "Edda, I think."], "Edda, I think."],
    ["then empty: the last text", ["Edda, I think.", ""], "Edda, I think."],
    ["empty twice", ["", { content: null }], "Not mentioned"],
    ["nothing but thoughts", ["<think>Edda", "<think>Edda"], "Not mentioned"],
    ["a verb without an answer", ["Answer:", "Answer:"], "Not mentioned"],
    [
      "not even an object",
      [null as unknown as Said, undefined as unknown as Said],
      "Not mentioned",
    ],
  ])("ends with %s", async (_, lines, answer) => {
    const { model, ask } = text(lines);
    const action = await ask();
    expect(action).toMatchObject({ kind: "answer", text: answer });
    expect(action.notes).toHaveLength(2);
    expect(action.notes[1]).toMatch(/^Its second reply could not be taken either/);
    expect(model.calls).toHaveLength(2);
  });

  it("takes no retrieval in the last round", async () => {
    const { model, ask } = text(["Retrieve: the engineer", "Answer: Edda"]);
    expect(await ask(last)).toMatchObject({
      text: "Edda",
      prompt: "last-round/short/en/text/1",
      notes: ["The model was asked again: it asked for a retrieval where none is left."],
    });
    expect(model.calls[1]?.messages.at(-1)?.[1]).toMatch(/No search is left/);
    const stubborn = text(["Retrieve: the engineer"]);
    expect(await stubborn.ask(last)).toMatchObject({ kind: "answer", text: "Not mentioned" });
    expect(stubborn.model.calls).toHaveLength(2);
    const chinese = text(["检索：石桥"]);
    expect(await chinese.ask({ ...last, language: "zh" })).toMatchObject({ text: "未提及" });
  });

  it("asks for something else when a query comes back, then for the answer", async () => {
    const { model, ask } = text([
      "Retrieve: who built the bridge",
      "Retrieve: Edda Rowan, engineer",
    ]);
    expect(await ask()).toMatchObject({ kind: "retrieve", queries: ["Edda Rowan, engineer"] });
    expect(model.calls[1]?.messages.at(-1)?.[1]).toMatch(/searched for already/);
    const stubborn = text([
      "Retrieve: WHO built the bridge!",
      "Retrieve: who built the bridge",
      "Answer: Edda",
    ]);
    const action = await stubborn.ask();
    expect(action).toMatchObject({ text: "Edda", prompt: "last-round/short/en/text/1" });
    expect(action.notes).toHaveLength(2);
    expect(stubborn.model.calls).toHaveLength(3);
    const mad = text(["Retrieve: who built the bridge"]);
    expect(await mad.ask()).toMatchObject({ kind: "answer", text: "Not mentioned" });
    expect(mad.model.calls).toHaveLength(4);
  });

  it("leaves out the queries that were asked before, and tells", async () => {
    const { ask } = text(["Retrieve:\n- Who built the bridge?\n- Edda Rowan"]);
    expect(await ask()).toMatchObject({
      queries: ["Edda Rowan"],
      notes: ["1 of 2 queries were looked up before and were left out."],
    });
  });

  it("keeps a short answer to its line, and longer ones whole", async () => {
    const { ask } = text(["Answer: Edda\n[1]\nShe was an engineer."]);
    expect(await ask()).toMatchObject({
      text: "Edda [1]",
      notes: ["What stood behind the first line of a short answer was left out."],
    });
    expect(await ask(request({ answerLength: "long" }))).toMatchObject({
      text: "Edda\n[1]\nShe was an engineer.",
      notes: [],
    });
    const none = text(["Answer: The passages do not say.\nNobody can tell."]);
    expect(await none.ask()).toMatchObject({ text: "Not mentioned" });
    const list = text(["Answer:\n- Edda [1]\n- Rowan [2]"]);
    expect(await list.ask()).toMatchObject({ text: "- Edda [1]\n- Rowan [2]", notes: [] });
  });

  it("shows no more of a megabyte than the window holds", async () => {
    const { model, ask } = text(["x".repeat(1_000_000), "Answer: Edda"]);
    expect(await ask()).toMatchObject({ text: "Edda" });
    expect(model.calls[1]?.messages.at(-2)?.[1].length).toBeLessThan(500);
  });

  it("lets through what the context throws", async () => {
    const failed = new PsiError("model-failed", "It is down.");
    const spent = new Error("The budget is spent.");
    for (const thrown of [failed, spent, "aborted"]) {
      const context = { invoke: async () => Promise.reject(thrown) } as AgentContext;
      for (const protocol of ["text", "tools", "auto"] as const) {
        const ask = asker(talkingModel(["x"], { tools: true }), protocol);
        await expect(ask(request(), context)).rejects.toBe(thrown);
      }
    }
  });
});

it("comes to an action in four calls, whatever a model says", async () => {
  const line = fc.oneof(
    fc.constantFrom(
      "",
      "Answer:",
      "Answer: x",
      "Retrieve: who built the bridge",
      "Retrieve: y",
      "<think>",
      "hm",
    ),
    fc.string(),
    fc.record({ content: fc.anything(), tool_calls: fc.anything() }),
    fc.constant(toolCall("retrieve", { queries: ["who built the bridge"] })),
  );
  const task = fc.constantFrom("read-and-answer", "last-round", "single-pass");
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      task,
      fc.boolean(),
      async (lines, given, tools) => {
        const model = talkingModel(lines as Said[], { tools });
        const action = await asker(model, "auto")(request({ task: given }), plainContext());
        expect(model.calls.length).toBeLessThanOrEqual(given === "read-and-answer" ? 4 : 2);
        if (action.kind === "retrieve") {
          expect(given).toBe("read-and-answer");
          expect(action.queries).not.toEqual([]);
        } else expect(action.text.trim()).not.toBe("");
      },
    ),
    { numRuns: 500 },
  );
});
