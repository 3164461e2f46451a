import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it came. */
export interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly tools?: readonly unknown[];
  };
}

/** A reply with what a chat model can say beside its text. */
export interface Said {
  readonly content?: string;
  readonly tool?: { readonly name: string; readonly args: object };
  /** Tokens of prompt and reply, where the server counts them. */
  readonly usage?: readonly [prompt: number, completion: number];
}

/** A chat server on this machine that speaks the parts of OpenAI's and Ollama's protocols that a chat needs. */
export interface ChatServer {
  /** Such as http://127.0.0.1:4000 */
  readonly address: string;
  /** For --model, by OpenAI's protocol. */
  readonly spec: string;
  readonly asked: readonly Asked[];
  /** Resolves when the next request has come. */
  nextRequest(): Promise<void>;
  close(): void;
}

/**
 * Starts a chat server.
 * @param reply what to say; a status to refuse with; bytes that are no reply; undefined to say nothing, for ever
 */
export async function chatServer(
  reply: (asked: Asked) => string | Said | Uint8Array | number | undefined,
): Promise<ChatServer> {
  const asked: Asked[] = [];
  let onRequest: () => void = () => {};
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    const came = { path, key: headers.authorization, body: JSON.parse(await textOf(request)) };
    asked.push(came);
    onRequest();
    const said = reply(came);
    if (said === undefined) return;
    response.writeHead(typeof said === "number" ? said : 200, {
      "content-type": "application/json",
    });
    if (said instanceof Uint8Array) response.end(said);
    else if (typeof said === "number") response.end("{}");
    else response.end(`${JSON.stringify(answerTo(came, said))}\n`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    spec: `openai:test-model@${address}/v1`,
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

function answerTo({ path, body: { model } }: Asked, said: string | Said): object {
  const { content = "", tool, usage }: Said = typeof said === "string" ? { content: said } : said;
  if (!path.endsWith("/chat/completions")) {
    return { model, message: { role: "assistant", content }, done: true };
  }
  const call = tool && {
    id: "call_1",
    type: "function",
    function: { name: tool.name, arguments: JSON.stringify(tool.args) },
  };
  const message = { role: "assistant", content, ...(call && { tool_calls: [call] }) };
  const [prompt_tokens = 0, completion_tokens = 0] = usage ?? [];
  return {
    id: "1",
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: call ? "tool_calls" : "stop" }],
    ...(usage && {
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
