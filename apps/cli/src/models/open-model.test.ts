import { replyText } from "@psi/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatServer, chatServer } from "../testing/chat-server.js";
import { loadOptional } from "./load-optional.js";
import { openModel } from "./open-model.js";

let status = 200;
let server: ChatServer;
let address: string;
beforeAll(async () => {
  server = await chatServer(({ body }) => (status === 200 ? `said by ${body.model}` : status));
  address = server.address;
});
afterAll(() => server.close());

async function ask(spec: string, environment: Record<string, string> = {}): Promise<string> {
  const opened = await openModel({ model: spec }, environment);
  if (opened === undefined) throw new Error("No model was opened.");
  try {
    const messages: [string, string][] = [
      ["system", "Be brief."],
      ["user", "Who?"],
    ];
    return replyText(await opened.model.invoke(messages));
  } finally {
    await opened.close();
  }
}

describe("openModel", () => {
  it("asks a server that speaks OpenAI's protocol, with the key of the environment", async () => {
    expect(await ask(`openai:m1@${address}/v1`, { OPENAI_API_KEY: "secret" })).toBe("said by m1");
    expect(server.asked.at(-1)).toMatchObject({
      path: "/v1/chat/completions",
      key: "Bearer secret",
      body: {
        model: "m1",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Who?" },
        ],
      },
    });
  });

  it("asks such a server without a key", async () => {
    expect(await ask(`openai:m2@${address}/v1`)).toBe("said by m2");
  });

  it("asks for a key where OpenAI itself would", async () => {
    await expect(ask("openai:m")).rejects.toMatchObject({
      code: "invalid-option",
      message: expect.stringContaining("OPENAI_API_KEY"),
    });
  });

  it("asks Ollama", async () => {
    expect(await ask(`ollama:m3:1b@${address}`)).toBe("said by m3:1b");
    expect(server.asked.at(-1)).toMatchObject({
      path: "/api/chat",
      body: { model: "m3:1b", options: { num_ctx: 8192 } },
    });
  });

  it("asks for replies of so many tokens", async () => {
    for (const [spec, limits] of [
      [`openai:m@${address}/v1`, { max_tokens: 12 }],
      [`ollama:m@${address}`, { options: { num_predict: 12 } }],
    ] as const) {
      const opened = await openModel({ model: spec, replyTokens: 12 }, {});
      await opened?.model.invoke([["user", "Who?"]]);
      expect(server.asked.at(-1)?.body).toMatchObject(limits);
    }
  });

  it("lets a server's refusal through", async () => {
    status = 400;
    await expect(ask(`openai:m@${address}/v1`)).rejects.toThrow(/400/);
    status = 200;
  });

  it("opens nothing where no model is named, and refuses an address of none", async () => {
    expect(await openModel({}, {})).toBeUndefined();
    await expect(openModel({ baseUrl: "http://a.test" }, {})).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  it("refuses a model file that is not there, or is none", async () => {
    await expect(ask("gguf:/nowhere/model.gguf")).rejects.toMatchObject({
      code: "unreadable-input",
      message: expect.stringContaining("/nowhere/model.gguf"),
    });
    await expect(ask(`gguf:${import.meta.filename}`)).rejects.toMatchObject({
      code: "model-failed",
    });
  });
});

describe("loadOptional", () => {
  it("says what to install where a package is absent", async () => {
    // A name that no package has, through a variable so that the compiler does not look for it.
    const name: string = "@psi/no-such-package";
    await expect(loadOptional(name, () => import(name), "A test")).rejects.toMatchObject({
      code: "missing-dependency",
      message: expect.stringContaining("npm install @psi/no-such-package"),
      cause: expect.any(Error),
    });
  });
});
