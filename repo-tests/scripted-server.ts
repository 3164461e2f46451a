import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The replies in order, of which the last is kept up; or what to reply to each request. */
export type Script<Body, Reply> = readonly Reply[] | ((body: Body) => Reply);

/** What a server saw of one request. */
export interface SeenRequest<Body> {
  readonly body: Body;
  readonly authorization: string | undefined;
  /** Resolves to whether the client went away before the answer was complete. */
  readonly disconnected: Promise<boolean>;
}

export interface ScriptedServer<Body> {
  /** Such as http://127.0.0.1:4000 */
  readonly origin: string;
  readonly requests: readonly SeenRequest<Body>[];
  /** The most requests that were open at once. */
  readonly busiest: () => number;
  close(): Promise<void>;
}

/**
 * A server on 127.0.0.1 that answers POSTs to one path by a script.
 * @param answer writes a reply, and may leave it unfinished.
 * @param refuse writes an error of the server's protocol.
 */
export async function scriptedServer<Body, Reply>(
  path: string,
  script: Script<Body, Reply>,
  answer: (response: ServerResponse, reply: Reply, body: Body) => Promise<void> | void,
  refuse: (response: ServerResponse, status: number, message: string) => void,
): Promise<ScriptedServer<Body>> {
  const requests: SeenRequest<Body>[] = [];
  let open = 0;
  let busiest = 0;
  const server = createServer(async (request, response) => {
    busiest = Math.max(busiest, ++open);
    response.on("close", () => open--);
    const disconnected = new Promise<boolean>((resolve) => {
      response.on("close", () => resolve(!response.writableFinished));
    });
    const { method, url, headers } = request;
    const body = JSON.parse((await textOf(request)) || "{}") as Body;
    const place = Math.min(requests.length, script.length - 1);
    requests.push({ body, authorization: headers.authorization, disconnected });
    if (method !== "POST" || url !== path) {
      return refuse(response, 404, `There is no ${method} ${url}.`);
    }
    const reply = typeof script === "function" ? script(body) : (script[place] as Reply);
    await answer(response, reply, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    busiest: () => busiest,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A text as models send it: word by word, each with the space behind it. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? [];
}

/** Sends some text again and again until the client goes away. */
export async function sendForEver(response: ServerResponse, text: string): Promise<void> {
  while (!response.destroyed) {
    response.write(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
