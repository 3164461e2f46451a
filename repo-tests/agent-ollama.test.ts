// The agent, end to end, with a model behind Ollama's protocol.
import { ChatOllama, type ChatOllamaInput } from "@langchain/ollama";
import type { PsiIndex } from "@psi/rag";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { citedIds, outcomeOf, QUESTION, smallIndex } from "./agent-outcome.js";
import {
  type OllamaBody,
  type OllamaReply,
  type OllamaSaid,
  ollamaServer,
} from "./ollama-server.js";
import type { Script, ScriptedServer } from "./scripted-server.js";

const BIRTH = "Where was Mara Quill, the engineer, born?";
const retrieve = (...queries: string[]): OllamaSaid => ({
  toolCalls: [{ name: "retrieve", args: { queries } }],
});
const ANSWER: OllamaSaid = { toolCalls: [{ name: "answer", args: { text: "Oster [1]" } }] };
const NO_TOOLS = {
  status: 400,
  message: "registry.ollama.ai/library/test-model:latest does not support tools",
};

let index: PsiIndex;
let server: ScriptedServer<OllamaBody>;
beforeAll(async () => {
  index = await smallIndex();
});
afterEach(() => server.close());

async function modelOf(
  script: Script<OllamaBody, OllamaReply>,
  fields: ChatOllamaInput = {},
): Promise<ChatOllama> {
  server = await ollamaServer(script);
  return new ChatOllama({ model: "test-model", baseUrl: server.origin, ...fields });
}

const toolsOf = (request: number): readonly string[] | undefined =>
  server.requests[request]?.body.tools?.map((tool) => tool.function.name);

describe("a model that calls tools", () => {
  it("looks up twice and answers with citations; its tokens are counted as it told them", async () => {
    const model = await modelOf([retrieve(BIRTH), ANSWER]);
    const { answer, queries } = await outcomeOf(index, { model });
    expect(queries).toEqual([[QUESTION], [BIRTH]]);
    expect(answer).toMatchObject({ answered: true, ending: "answered" });
    expect(citedIds(answer)).toHaveLength(1);
    expect(answer.usage).toMatchObject({
      ...{ modelCalls: 2, promptTokens: 18, completionTokens: 7 + 2, estimated: false },
    });
    expect(toolsOf(0)).toEqual(["retrieve", "answer"]);
    expect(server.requests[0]?.body.stream).toBe(true);
  });

  it("may call several at once: one round", async () => {
    const calls = [BIRTH, "the river of Oster"].flatMap((query) => retrieve(query).toolCalls ?? []);
    const model = await modelOf([{ toolCalls: calls }, ANSWER]);
    const { answer, queries } = await outcomeOf(index, { model });
    expect(queries).toEqual([[QUESTION], [BIRTH, "the river of Oster"]]);
    expect(answer).toMatchObject({ answered: true, ending: "answered" });
  });

  it("may answer in plain text all the same", async () => {
    const model = await modelOf([{ text: "**Answer:** Oster [1]" }]);
    const { answer } = await outcomeOf(index, { model });
    expect(answer.text).toMatch(/^Oster/);
    expect(answer.usage.modelCalls).toBe(1);
  });
});

describe("protocols", () => {
  const text = { text: "Answer: Oster [1]" };

  it("text where the model takes no tools: asked with tools once, and never again", async () => {
    let texts = 0;
    const model = await modelOf(({ tools }) => {
      if (tools !== undefined) return NO_TOOLS;
      return ++texts === 1 ? { text: `Retrieve: ${BIRTH}` } : text;
    });
    const { answer, queries, notes } = await outcomeOf(index, { model });
    expect(queries).toEqual([[QUESTION], [BIRTH]]);
    expect(answer).toMatchObject({ answered: true, ending: "answered" });
    expect(notes.join(" ")).toMatch(/takes no tools/);
    expect([0, 1, 2].map(toolsOf)).toEqual([["retrieve", "answer"], undefined, undefined]);
    expect(server.requests).toHaveLength(3);
  });

  it("by choice", async () => {
    const model = await modelOf(({ tools }) => (tools === undefined ? text : NO_TOOLS));
    const chosen = await outcomeOf(index, { model, protocol: "text" });
    expect(chosen.answer.ending).toBe("answered");
    expect(toolsOf(0)).toBeUndefined();
    const { answer } = await outcomeOf(index, { model, protocol: "tools" });
    expect(answer).toMatchObject({
      ending: "failed",
      error: { code: "model-failed", message: /does not support tools/ },
    });
  });
});

describe("what a model says", () => {
  it.each<[string, OllamaSaid, ChatOllamaInput]>([
    [
      "in a field of its own",
      { thinking: "Retrieve: nothing, I know it.", text: "Answer: Oster [1]" },
      {},
    ],
    ["in tags", { text: "<think>Retrieve: no.</think>Answer: Oster [1]" }, {}],
    ["beside a tool", { thinking: "Mara Quill it is.", ...ANSWER }, { think: true }],
  ])("is taken without its thoughts: %s", async (_where, said, fields) => {
    const model = await modelOf([said], fields);
    const { answer, queries } = await outcomeOf(index, { model });
    expect(queries).toHaveLength(1);
    expect(answer.text).toMatch(/^Oster/);
    expect(answer.usage.modelCalls).toBe(1);
  });

  it("is asked for again when it was nothing but a thought", async () => {
    const model = await modelOf([{ thinking: "Hm, lighthouses." }, ANSWER]);
    const { answer, notes } = await outcomeOf(index, { model });
    expect(answer.text).toMatch(/^Oster/);
    expect(notes.join(" ")).toMatch(/asked again/);
  });

  it("passes through when it was cut at the model's own limit, in whatever language", async () => {
    const model = await modelOf([{ text: "Answer: 奥斯特，在", doneReason: "length" }]);
    const { answer } = await outcomeOf(index, { model });
    expect(answer).toMatchObject({ text: "奥斯特，在", ending: "answered" });
  });

  it("is nothing while a model is being loaded: asked again, then not mentioned", async () => {
    const model = await modelOf([{ doneReason: "load" }]);
    const { answer } = await outcomeOf(index, { model });
    expect(answer).toMatchObject({ answered: false, ending: "answered" });
    expect(answer.usage).toMatchObject({ modelCalls: 2 });
  });

  it("is counted by estimate where the server does not count", async () => {
    const model = await modelOf([{ ...ANSWER, counts: false }]);
    const { usage } = (await outcomeOf(index, { model })).answer;
    expect(usage).toMatchObject({ modelCalls: 1, estimated: true });
    expect(usage.promptTokens).toBeGreaterThan(50);
  });
});

describe("a server that fails", () => {
  it.each<[string, OllamaReply]>([
    ["for want of the model", { status: 404, message: 'model "test-model" not found' }],
    ["by itself", { status: 500, message: "model runner has unexpectedly stopped" }],
    ["in the middle of a stream", { text: "Answer: Oster, I think", breaks: "error" }],
    ["by going away in the middle of a stream", { text: "Answer: Oster", breaks: "disconnect" }],
  ])("%s ends the question, and what was found is kept", async (_how, reply) => {
    const model = await modelOf([retrieve(BIRTH), reply], { maxRetries: 0 });
    const { answer, queries } = await outcomeOf(index, { model });
    expect(answer.ending).toBe("failed");
    expect(answer.error).toMatchObject({ code: "model-failed", cause: expect.any(Error) });
    expect(queries).toHaveLength(2);
    expect(answer.text).toContain("Mara Quill");
    expect(answer.usage).toMatchObject({ modelCalls: 2, estimated: true });
  });
});

describe("a model that never comes to an end", () => {
  it("in a stream is left after the timeout, and notices", async () => {
    const model = await modelOf([{ text: "Well", breaks: "never ends" }]);
    const { answer } = await outcomeOf(index, { model, timeout: 250 });
    expect(answer.ending).toBe("timeout");
    expect(answer.text).toContain("Mara Quill");
    expect(await server.requests[0]?.disconnected).toBe(true);
  });

  it("because it says nothing is left as well", async () => {
    const model = await modelOf(["hang"]);
    const { answer } = await outcomeOf(index, { model, timeout: 250 });
    expect(answer.ending).toBe("timeout");
    expect(answer.evidence).toHaveLength(2);
    // LangChain's ChatOllama looks at its signal between two lines only, and hears none here.
  });

  it("because it always looks up more is offered no more than allowed", async () => {
    const model = await modelOf(({ messages }) => retrieve(`again ${messages.length}`));
    const { answer, queries } = await outcomeOf(index, { model });
    expect(queries.length).toBeLessThanOrEqual(3);
    expect(answer.answered).toBe(false);
  });
});
