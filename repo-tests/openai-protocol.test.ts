import type { AIMessageChunk } from "@langchain/core/messages";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { ChatOpenAI, ChatOpenAICompletions, type ChatOpenAIFields } from "@langchain/openai";
import { summary } from "@psi/abstract";
import { afterEach, describe, expect, it } from "vitest";
import { type OpenaiServer, openaiServer, type ServerReply } from "./openai-server.js";

const GROUP = {
  texts: ["Mara Quill built the lighthouse.", "Mara Quill was born in Oster."],
  layer: 1,
};
const ABSTRACT = "Mara Quill, born in Oster, built the lighthouse of Hollin Point.";

let server: OpenaiServer;
afterEach(() => server.close());

async function fieldsFor(script: readonly ServerReply[]): Promise<ChatOpenAIFields> {
  server = await openaiServer(script);
  return {
    model: "test-model",
    apiKey: "test-key",
    maxRetries: 0,
    configuration: { baseURL: server.url },
  };
}

async function modelOf(
  script: readonly ServerReply[],
  fields: Partial<ChatOpenAIFields> = {},
): Promise<ChatOpenAI> {
  return new ChatOpenAI({ ...(await fieldsFor(script)), ...fields });
}

/** Asks for a stream at every call. LangChain then counts tokens itself, by a table that it downloads. */
class StreamingModel extends ChatOpenAICompletions {
  override async getNumTokens(): Promise<number> {
    return 1;
  }
}

async function streamingModelOf(script: readonly ServerReply[]): Promise<StreamingModel> {
  return new StreamingModel({ ...(await fieldsFor(script)), streaming: true });
}

describe("abstracts from a chat server", () => {
  it("are its answers; the texts, the model's name and the key get there", async () => {
    const model = await modelOf([{ text: ABSTRACT }]);
    expect(await summary(model).abstract(GROUP)).toEqual({ text: ABSTRACT, notes: [] });
    expect(server.requests).toHaveLength(1);
    const [{ body, authorization }] = server.requests as [OpenaiServer["requests"][number]];
    expect(authorization).toBe("Bearer test-key");
    expect(body.model).toBe("test-model");
    expect(body.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    for (const text of GROUP.texts) expect(JSON.stringify(body.messages)).toContain(text);
    expect(summary(model).name).toContain("test-model");
  });

  it("are the same from a stream", async () => {
    const model = await streamingModelOf([{ text: ABSTRACT }]);
    expect((await summary(model).abstract(GROUP)).text).toBe(ABSTRACT);
    expect(server.requests[0]?.body.stream).toBe(true);
  });

  it("lose their thinking, and are asked for twice when empty", async () => {
    const model = await modelOf([
      { text: "<think>Hm. Lighthouses.</think>" },
      { text: `<think>\nAgain.</think>\n${ABSTRACT}` },
    ]);
    const { text, notes } = await summary(model).abstract(GROUP);
    expect(text).toBe(ABSTRACT);
    expect(notes).toHaveLength(1);
    expect(server.requests).toHaveLength(2);
  });

  it("are written at once, as many as the abstracter says", async () => {
    const model = await modelOf([{ text: ABSTRACT, afterMilliseconds: 300 }]);
    await Promise.all(Array.from({ length: 8 }, () => summary(model).abstract(GROUP)));
    expect(server.requests).toHaveLength(8);
    expect(server.busiest()).toBeGreaterThan(1);
  });
});

describe("a server that fails", () => {
  it("with 429 is asked again, by LangChain's own retries", async () => {
    const busy = { status: 429, message: "Slow down.", retryAfterSeconds: 0 };
    const model = await modelOf([busy, busy, { text: ABSTRACT }], { maxRetries: 3 });
    expect((await summary(model).abstract(GROUP)).text).toBe(ABSTRACT);
    expect(server.requests).toHaveLength(3);
  });

  it("with 500 to the end is a model-failed, with the cause", async () => {
    const model = await modelOf([{ status: 500, message: "The disk is on fire." }], {
      maxRetries: 1,
    });
    const failure = summary(model).abstract(GROUP);
    await expect(failure).rejects.toMatchObject({
      name: "PsiError",
      code: "model-failed",
      message: /500.*on fire/,
    });
    await expect(failure).rejects.toHaveProperty("cause.status", 500);
    expect(server.requests).toHaveLength(2);
  });

  it("with 401 is not asked again", async () => {
    const model = await modelOf([{ status: 401, message: "No such key." }], { maxRetries: 3 });
    await expect(summary(model).abstract(GROUP)).rejects.toMatchObject({
      code: "model-failed",
      message: /No such key/,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("by not being there is a model-failed as well", async () => {
    const model = await modelOf([{ text: "never" }]);
    await server.close();
    await expect(summary(model).abstract(GROUP)).rejects.toMatchObject({
      code: "model-failed",
      cause: expect.any(Error),
    });
  });
});

describe("a server that takes its time", () => {
  it.each<[string, ServerReply]>([
    ["before it answers", { text: ABSTRACT, afterMilliseconds: 600_000 }],
    ["for ever", "hang"],
  ])("is left at once when aborted, and notices: %s", async (_when, reply) => {
    const model = await modelOf([reply], { maxRetries: 3 });
    const controller = new AbortController();
    const reason = new Error("enough");
    const writing = summary(model).abstract(GROUP, { signal: controller.signal });
    writing.catch(() => {});
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(reason);
    await expect(writing).rejects.toBe(reason);
    expect(await server.requests[0]?.disconnected).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  it("in the middle of a stream is left as well", async () => {
    const model = await streamingModelOf([{ text: ABSTRACT, betweenMilliseconds: 200 }]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 300);
    await expect(summary(model).abstract(GROUP, { signal: controller.signal })).rejects.toThrow(
      "enough",
    );
    expect(await server.requests[0]?.disconnected).toBe(true);
  });

  it("fails by the model's own timeout", async () => {
    const model = await modelOf(["hang"], { timeout: 100 });
    await expect(summary(model).abstract(GROUP)).rejects.toMatchObject({
      code: "model-failed",
      cause: expect.any(Error),
    });
  });
});

describe("the server itself", () => {
  it("streams word by word, and counts at the end", async () => {
    const model = await modelOf([{ text: "one two three" }]);
    const words: string[] = [];
    let last: AIMessageChunk | undefined;
    for await (const part of await model.stream("count")) {
      if (part.content !== "") words.push(part.content as string);
      last = last === undefined ? part : last.concat(part);
    }
    expect(words).toEqual(["one ", "two ", "three"]);
    expect(last?.usage_metadata).toMatchObject({
      input_tokens: 7,
      output_tokens: 3,
      total_tokens: 10,
    });
  });

  it("answers whole with usage", async () => {
    const model = await modelOf([{ text: "one two" }]);
    const reply = await model.invoke("count");
    expect(reply.text).toBe("one two");
    expect(reply.usage_metadata).toMatchObject({ output_tokens: 2 });
  });

  it("serves a chain", async () => {
    const model = await modelOf([{ text: "In Oster." }]);
    const chain = ChatPromptTemplate.fromTemplate("{question}")
      .pipe(model)
      .pipe(new StringOutputParser());
    expect(await chain.invoke({ question: "Where?" })).toBe("In Oster.");
  });
});
