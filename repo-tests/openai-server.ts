import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How the server treats one request; the last of a script is kept up. */
export type ServerReply =
  | {
      readonly text: string;
      readonly afterMilliseconds?: number;
      readonly betweenMilliseconds?: number;
    }
  | { readonly status: number; readonly message: string; readonly retryAfterSeconds?: number }
  | "hang";

/** What the server saw of one request. */
export interface SeenRequest {
  readonly body: {
    readonly model: string;
    readonly stream?: boolean;
    readonly messages: readonly { role: string; content: unknown }[];
  };
  readonly authorization: string | undefined;
  /** Resolves to whether the client went away before the answer was complete. */
  readonly disconnected: Promise<boolean>;
}

export interface OpenaiServer {
  /** For the client's `baseURL`. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** A chat server on 127.0.0.1 that speaks OpenAI's chat completions: whole answers and streams. */
export async function openaiServer(script: readonly ServerReply[]): Promise<OpenaiServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const disconnected = new Promise<boolean>((resolve) => {
      response.on("close", () => resolve(!response.writableFinished));
    });
    const body = JSON.parse(await textOf(request)) as SeenRequest["body"];
    const reply = script[Math.min(requests.length, script.length - 1)] as ServerReply;
    requests.push({ body, authorization: request.headers.authorization, disconnected });
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
      fail(response, { status: 404, message: `There is no ${request.method} ${request.url}.` });
    } else {
      await answer(response, reply, body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  response: ServerResponse,
  reply: ServerReply,
  body: SeenRequest["body"],
): Promise<void> {
  if (reply === "hang") return;
  if ("status" in reply) return fail(response, reply);
  await sleep(reply.afterMilliseconds ?? 0, undefined, { ref: false });
  if (body.stream) return stream(response, reply, body.model);
  const message = { role: "assistant", content: reply.text, refusal: null };
  const choices = [{ index: 0, message, finish_reason: "stop", logprobs: null }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...head(body.model),
      object: "chat.completion",
      choices,
      usage: usageOf(reply.text),
    }),
  );
}

async function stream(
  response: ServerResponse,
  { text, betweenMilliseconds = 0 }: Extract<ServerReply, { text: string }>,
  model: string,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (part: object): void => {
    response.write(
      `data: ${JSON.stringify({ ...head(model), object: "chat.completion.chunk", ...part })}\n\n`,
    );
  };
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta, finish_reason }],
  });
  send(chunk({ role: "assistant", content: "" }));
  for (const word of text.match(/\S+\s*/g) ?? []) {
    await sleep(betweenMilliseconds, undefined, { ref: false });
    if (response.destroyed) return;
    send(chunk({ content: word }));
  }
  send(chunk({}, "stop"));
  send({ choices: [], usage: usageOf(text) });
  response.end("data: [DONE]\n\n");
}

function fail(response: ServerResponse, reply: Extract<ServerReply, { status: number }>): void {
  const retry =
    reply.retryAfterSeconds === undefined ? {} : { "retry-after": String(reply.retryAfterSeconds) };
  response.writeHead(reply.status, { "content-type": "application/json", ...retry });
  response.end(
    JSON.stringify({ error: { message: reply.message, type: "test", code: null, param: null } }),
  );
}

function head(model: string): object {
  return { id: "chatcmpl-test", created: 1_700_000_000, model };
}

/** Words stand in for tokens. */
function usageOf(text: string): object {
  const completion_tokens = text.split(/\s+/).length;
  return { prompt_tokens: 7, completion_tokens, total_tokens: completion_tokens + 7 };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
