// What the agent makes of a server of OpenAI's protocol that fails, and how its steps look to LangChain.
import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import { PsiAgent } from "@psi/langchain";
import type { PsiIndex } from "@psi/rag";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { citedIds, outcomeOf, QUESTION, smallIndex } from "./agent-outcome.js";
import { type OpenaiServer, openaiServer, type Said, type ServerReply } from "./openai-server.js";

const ANSWER: Said = { toolCalls: [{ name: "answer", args: { text: "Oster [1]" } }] };
const LOOK_UP: Said = {
  toolCalls: [{ name: "retrieve", args: { queries: ["Where was Mara Quill born?"] } }],
};

let index: PsiIndex;
let server: OpenaiServer;
beforeAll(async () => {
  index = await smallIndex();
});
afterEach(() => server.close());

async function modelOf(
  script: readonly ServerReply[],
  fields: Partial<ChatOpenAIFields> = {},
): Promise<ChatOpenAI> {
  server = await openaiServer(script);
  const configuration = { baseURL: server.url };
  return new ChatOpenAI({
    ...{ model: "test-model", apiKey: "test-key", maxRetries: 0, configuration },
    ...fields,
  });
}

describe("a server that fails", () => {
  it("with 429 and then answers was called once, as LangChain's own retries have it", async () => {
    const busy = { status: 429, message: "Slow down.", retryAfterSeconds: 0 };
    const model = await modelOf([busy, ANSWER], { maxRetries: 2 });
    const { answer } = await outcomeOf(index, { model });
    expect(answer).toMatchObject({ answered: true, ending: "answered" });
    expect(answer.usage).toMatchObject({ modelCalls: 1, promptTokens: 7, estimated: false });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    [400, "The request is too long."],
    [401, "No such key."],
    [429, "You have no money left."],
    [500, "The disk is on fire."],
    [503, "Come back later."],
  ])("with %i ends the question, and what was found is kept", async (status, message) => {
    const model = await modelOf([LOOK_UP, { status, message }]);
    const { answer, queries } = await outcomeOf(index, { model });
    expect(answer.ending).toBe("failed");
    expect(answer.error).toMatchObject({
      code: "model-failed",
      message: expect.stringContaining(message),
    });
    expect(answer.error).toHaveProperty("cause.status", status);
    expect(queries).toHaveLength(2);
    expect(answer.evidence.length).toBeGreaterThan(1);
    expect(answer.text).toContain("Mara Quill");
    expect(citedIds(answer).length).toBeGreaterThan(0);
    expect(answer.notes.join(" ")).toMatch(/The model failed/);
    expect(answer.usage).toMatchObject({ modelCalls: 2, estimated: true });
  });

  it.each<[string, ServerReply, Partial<ChatOpenAIFields>]>([
    ["by going away in the middle", { text: "Answer: Oster", breaks: "disconnect" }, {}],
    [
      "by going away in the middle of a stream",
      { text: "Answer: Oster [1]", breaks: "disconnect" },
      { streaming: true },
    ],
    ["by no choices", { body: '{"choices": []}', contentType: "application/json" }, {}],
    ["by half an object", { body: '{"choices": [{"mes', contentType: "application/json" }, {}],
    ["by a page", { body: "<html>Gateway</html>", contentType: "text/html" }, {}],
  ])("%s ends the question, and what was found is kept", async (_how, reply, fields) => {
    const model = await modelOf([reply], fields);
    const { answer } = await outcomeOf(index, { model });
    expect(answer.ending).toBe("failed");
    expect(answer.error).toMatchObject({ code: "model-failed", cause: expect.anything() });
    expect(answer.evidence).toHaveLength(2);
    expect(answer.text).toContain("Mara Quill");
    expect(server.requests).toHaveLength(1);
  });

  it("by not being there ends the question as well", async () => {
    const model = await modelOf([ANSWER]);
    await server.close();
    const { answer } = await outcomeOf(index, { model });
    expect(answer).toMatchObject({ ending: "failed", error: { code: "model-failed" } });
  });
});

describe("as a Runnable", () => {
  it("streams where events are read: calls in pieces, tokens as the last chunk tells them", async () => {
    const agent = new PsiAgent({ index, model: await modelOf([LOOK_UP, ANSWER]) });
    const names: string[] = [];
    let output: unknown;
    for await (const { event, name, data } of agent.streamEvents(QUESTION, { version: "v2" })) {
      if (event === "on_custom_event") names.push(name);
      if (event === "on_chat_model_end") names.push("model");
      if (event === "on_chain_end" && name === "PsiAgent") output = data.output;
    }
    expect(server.requests.map(({ body }) => body.stream)).toEqual([true, true]);
    expect(server.requests[0]?.body.stream_options).toEqual({ include_usage: true });
    expect(names).toEqual([
      ...["psi_decision", "psi_retrieval"],
      ...["model", "psi_decision", "psi_retrieval"],
      ...["model", "psi_decision", "psi_answer"],
    ]);
    expect(output).toMatchObject({
      text: expect.stringMatching(/^Oster/),
      usage: { modelCalls: 2, promptTokens: 14, completionTokens: 5 + 2, estimated: false },
    });
  });

  it("is replaced by a fallback when its server fails", async () => {
    const failing = await openaiServer([{ status: 500, message: "The disk is on fire." }]);
    const configuration = { baseURL: failing.url };
    const broken = new ChatOpenAI({ apiKey: "k", maxRetries: 0, configuration });
    const agent = new PsiAgent({ index, model: broken });
    const other = new PsiAgent({ index, model: await modelOf([ANSWER]) });
    const answer = await agent.withFallbacks([other]).invoke(QUESTION);
    expect(answer.text).toMatch(/^Oster/);
    expect([failing.requests.length, server.requests.length]).toEqual([1, 1]);
    await failing.close();
  });
});
