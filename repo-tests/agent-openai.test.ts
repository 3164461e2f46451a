// The agent, end to end, with a model behind OpenAI's protocol.
import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import type { PsiIndex } from "@psi/rag";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { citedIds, outcomeOf, QUESTION, smallIndex } from "./agent-outcome.js";
import {
  type OpenaiBody,
  type OpenaiServer,
  openaiServer,
  type Said,
  type ServerReply,
} from "./openai-server.js";
import type { Script } from "./scripted-server.js";

const BIRTH = "Where was Mara Quill, the engineer, born?";
const retrieve = (...queries: string[]): Said => ({
  toolCalls: [{ name: "retrieve", args: { queries } }],
});
const answer = (text: string): Said => ({ toolCalls: [{ name: "answer", args: { text } }] });

let index: PsiIndex;
let server: OpenaiServer;
beforeAll(async () => {
  index = await smallIndex();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function modelOf(
  script: Script<OpenaiBody, ServerReply>,
  fields: Partial<ChatOpenAIFields> = {},
): Promise<ChatOpenAI> {
  server = await openaiServer(script);
  const configuration = { baseURL: server.url };
  return new ChatOpenAI({
    ...{ model: "test-model", apiKey: "test-key", maxRetries: 0, configuration },
    ...fields,
  });
}

const promptOf = (request: number): string =>
  JSON.stringify(server.requests[request]?.body.messages);
const toolsOf = (request: number): readonly string[] | undefined =>
  server.requests[request]?.body.tools?.map((tool) => tool.function.name);

describe("a model that calls tools", () => {
  it("looks up twice and answers with citations; its tokens are counted as it told them", async () => {
    const model = await modelOf([retrieve(BIRTH), answer("Oster [2]")]);
    const { answer: given, queries } = await outcomeOf(index, { model });
    expect(queries).toEqual([[QUESTION], [BIRTH]]);
    expect(given).toMatchObject({ answered: true, ending: "answered" });
    expect(given.text).toMatch(/^Oster/);
    expect(citedIds(given)).toHaveLength(1);
    expect(given.usage).toMatchObject({
      ...{ modelCalls: 2, estimated: false, promptTokens: 14 },
      completionTokens: 7 + 2,
    });
    expect(toolsOf(0)).toEqual(["retrieve", "answer"]);
    expect(promptOf(0)).toContain("Mara Quill");
  });

  it("may call several at once: one round", async () => {
    const first = retrieve(BIRTH).toolCalls ?? [];
    const second = retrieve("the river of Oster").toolCalls ?? [];
    const model = await modelOf([{ toolCalls: [...first, ...second] }, answer("Oster [1]")]);
    const { queries, answer: given } = await outcomeOf(index, { model });
    expect(queries).toEqual([[QUESTION], [BIRTH, "the river of Oster"]]);
    expect(given.usage.modelCalls).toBe(2);
  });

  it("is not lost when it writes arguments that are no JSON", async () => {
    // LangChain warns of calls that it could not read.
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const broken = { name: "answer", args: '{"text": "Oster [1]' };
    const model = await modelOf([{ toolCalls: [broken] }, answer("Oster [1]")]);
    const { answer: given } = await outcomeOf(index, { model });
    expect(given).toMatchObject({ answered: true, ending: "answered" });
    expect(given.text).toMatch(/^Oster/);
  });

  it("is told when it calls a tool that there is not", async () => {
    const unknown = { name: "browse_web", args: { url: "http://localhost" } };
    const model = await modelOf([{ toolCalls: [unknown] }, answer("Oster [1]")]);
    const { answer: given, notes } = await outcomeOf(index, { model });
    expect(given.text).toMatch(/^Oster/);
    expect(notes.join(" ")).toMatch(/tool that there is not/);
    expect(given.usage.modelCalls).toBe(2);
  });

  it("ends, when it calls nothing else", async () => {
    const model = await modelOf([{ toolCalls: [{ name: "browse_web", args: {} }] }]);
    const { answer: given, queries } = await outcomeOf(index, { model });
    expect(given).toMatchObject({ answered: false, ending: "answered" });
    expect(queries).toHaveLength(1);
    expect(given.usage.modelCalls).toBe(2);
  });

  it("may answer in plain text all the same", async () => {
    const model = await modelOf([{ text: "She was an engineer.\nAnswer: Oster [1]" }]);
    const { answer: given } = await outcomeOf(index, { model });
    expect(given.text).toMatch(/^Oster/);
    expect(given.usage.modelCalls).toBe(1);
  });

  it("is offered no retrieval when none is left, and never gets one more", async () => {
    const model = await modelOf(({ messages }) => retrieve(`again ${messages.length}`));
    const { answer: given, queries } = await outcomeOf(index, { model, maxRetrievals: 2 });
    expect(queries.length).toBeLessThanOrEqual(2);
    expect(given.answered).toBe(false);
    expect(toolsOf(server.requests.length - 1)).toEqual(["answer"]);
  });
});

describe("protocols", () => {
  const text = { text: "Answer: Oster [1]" };

  it("text by choice: no tools are offered", async () => {
    const model = await modelOf([{ text: `Retrieve: ${BIRTH}` }, text]);
    const { answer: given, queries } = await outcomeOf(index, { model, protocol: "text" });
    expect(queries).toEqual([[QUESTION], [BIRTH]]);
    expect(given.text).toMatch(/^Oster/);
    expect([toolsOf(0), toolsOf(1)]).toEqual([undefined, undefined]);
  });

  it("tools by choice: a provider that refuses them fails", async () => {
    const model = await modelOf([{ status: 400, message: "tools are not supported" }]);
    const { answer: given } = await outcomeOf(index, { model, protocol: "tools" });
    expect(given.ending).toBe("failed");
    expect(toolsOf(0)).toEqual(["retrieve", "answer"]);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    "Unrecognized request argument supplied: tools",
  ])("left to itself, text where the provider says: %s", async (message) => {
    const model = await modelOf(({ tools }) =>
      tools === undefined ? text : { status: 400, message },
    );
    const { answer: given, notes } = await outcomeOf(index, { model });
    expect(given).toMatchObject({ answered: true, ending: "answered" });
    expect(notes.join(" ")).toMatch(/takes no tools/);
    expect([toolsOf(0), toolsOf(1)]).toEqual([["retrieve", "answer"], undefined]);
  });

  it("left to itself, no second try where the request is bad in another way", async () => {
    const model = await modelOf([{ status: 400, message: "This model's maximum is 10 tokens." }]);
    const { answer: given } = await outcomeOf(index, { model });
    expect(given.ending).toBe("failed");
    expect(server.requests).toHaveLength(1);
  });
});

describe("what a model says", () => {
  it("passes through in whatever language it is", async () => {
    const model = await modelOf([answer("奥斯特 [1]")]);
    const { answer: given } = await outcomeOf(index, { model });
    expect(given).toMatchObject({ text: "奥斯特 [1]", answered: true });
  });

  it("passes through when it was cut at the model's own limit", async () => {
    const model = await modelOf([{ text: "Answer: Oster, on the", finishReason: "length" }]);
    const { answer: given } = await outcomeOf(index, { model });
    expect(given).toMatchObject({ text: "Oster, on the", ending: "answered" });
  });

  it("is counted by estimate where the server does not count", async () => {
    const model = await modelOf([{ ...answer("Oster [1]"), usage: false }]);
    const { usage } = (await outcomeOf(index, { model })).answer;
    expect(usage).toMatchObject({ modelCalls: 1, estimated: true });
    expect(usage.promptTokens).toBeGreaterThan(50);
  });
});

describe("a model that never comes to an end", () => {
  it.each<[string, ServerReply, Partial<ChatOpenAIFields>]>([
    ["says nothing", "hang", {}],
    ["never ends its reply", { text: "Well", breaks: "never ends" }, {}],
    ["never ends its stream", { text: "Well", breaks: "never ends" }, { streaming: true }],
  ])("because it %s is left after the timeout, and notices", async (_what, reply, fields) => {
    const model = await modelOf([reply], fields);
    const { answer: given } = await outcomeOf(index, { model, timeout: 250 });
    expect(given.ending).toBe("timeout");
    expect(given.text).toContain("Mara Quill");
    expect(citedIds(given).length).toBeGreaterThan(0);
    expect(given.usage).toMatchObject({ modelCalls: 1, estimated: true });
    expect(await server.requests[0]?.disconnected).toBe(true);
  });

  it("because it always looks up more stops at the limit of tokens", async () => {
    let query = 0;
    const model = await modelOf(() => ({ ...retrieve(`more, number ${++query}`), usage: false }));
    const { answer: given, queries } = await outcomeOf(index, {
      ...{ model, maxRetrievals: 1_000, maxTokens: 3_000 },
    });
    expect(given.ending).toBe("tokens");
    expect(queries.length).toBeGreaterThan(1);
    expect(given.evidence.length).toBeGreaterThan(0);
  });

  it("is left at once when the caller aborts", async () => {
    const controller = new AbortController();
    const model = await modelOf(() => {
      setTimeout(() => controller.abort(), 20);
      return "hang";
    });
    const { answer: given } = await outcomeOf(index, { model, signal: controller.signal });
    expect(given.ending).toBe("aborted");
    expect(given.evidence.length).toBeGreaterThan(0);
    expect(await server.requests[0]?.disconnected).toBe(true);
  });
});
