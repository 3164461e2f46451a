import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { replyText } from "@psi/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadOptional } from "./load-optional.js";
import { openModel } from "./open-model.js";

interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { readonly model: string; readonly messages: readonly { role: string; content: string }[] };
}

const asked: Asked[] = [];
let status = 200;
let server: Server;
let address = "";

/** Speaks the parts of both protocols that a chat needs. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const body = JSON.parse(await textOf(request));
    asked.push({ path, key: headers.authorization, body });
    response.writeHead(status, { "content-type": "application/json" });
    const message = { role: "assistant", content: `said by ${body.model}` };
    response.end(
      path === "/v1/chat/completions"
        ? JSON.stringify({ id: "1", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] })
        : `${JSON.stringify({ model: body.model, message, done: true })}\n`,
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

async function ask(spec: string, environment: Record<string, string> = {}): Promise<string> {
  const { model, close } = await openModel(spec, undefined, environment);
  try {
    return replyText(await model.invoke([["system", "Be brief."], ["user", "Who?"]]));
  } finally {
    await close();
  }
}

describe("openModel", () => {
  it("asks a server that speaks OpenAI's protocol, with the key of the environment", async () => {
    expect(await ask(`openai:m1@${address}/v1`, { OPENAI_API_KEY: "secret" })).toBe("said by m1");
    expect(asked.at(-1)).toMatchObject({
      path: "/v1/chat/completions",
      key: "Bearer secret",
      body: {
        model: "m1",
        messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "Who?" }],
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
    expect(asked.at(-1)).toMatchObject({ path: "/api/chat", body: { model: "m3:1b", options: { num_ctx: 8192 } } });
  });

  it("lets a server's refusal through", async () => {
    status = 400;
    await expect(ask(`openai:m@${address}/v1`)).rejects.toThrow(/400/);
    status = 200;
  });

  it("refuses a model file that is not there, or is none", async () => {
    await expect(ask("gguf:/nowhere/model.gguf")).rejects.toMatchObject({
      code: "unreadable-input",
      message: expect.stringContaining("/nowhere/model.gguf"),
    });
    await expect(ask(`gguf:${import.meta.filename}`)).rejects.toMatchObject({ code: "model-failed" });
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
