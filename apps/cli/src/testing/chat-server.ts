import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A chat server on this machine that speaks the part of OpenAI's protocol that a chat needs. */
export interface ChatServer {
  /** For --model. */
  readonly spec: string;
  /** The messages of each request, joined. */
  readonly asked: readonly string[];
  /** Resolves when the next request has come. */
  nextRequest(): Promise<void>;
  close(): void;
}

/**
 * Starts a chat server.
 * @param reply what to say to the messages of a request; a status to refuse with; undefined to say nothing,
 *   for ever
 */
export async function chatServer(
  reply: (messages: string) => string | number | undefined,
): Promise<ChatServer> {
  const asked: string[] = [];
  let onRequest: () => void = () => {};
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await textOf(request));
    const joined = messages.map(({ content }: { content: string }) => content).join("\n");
    asked.push(joined);
    onRequest();
    const said = reply(joined);
    if (said === undefined) return;
    if (typeof said === "number") {
      response.writeHead(said).end("{}");
      return;
    }
    const message = { role: "assistant", content: said };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ id: "1", object: "chat.completion", choices }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    spec: `openai:test-model@http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    nextRequest: () =>
      new Promise((resolve) => {
        onRequest = resolve;
      }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
