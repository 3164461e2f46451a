import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Script,
  type ScriptedServer,
  scriptedServer,
  sendForEver,
  wordsOf,
} from "./scripted-server.js";

/** What the model says: a thought, text, calls of tools. */
export interface OllamaSaid {
  readonly thinking?: string;
  readonly text?: string;
  /** All in one message, as Ollama sends them: arguments are objects. */
  readonly toolCalls?: readonly { readonly name: string; readonly args: object }[];
  /** Why it stopped; "stop" when left out. */
  readonly doneReason?: "length" | "load";
  readonly betweenMilliseconds?: number;
  /** False for a server that does not count tokens. */
  readonly counts?: false;
  /** The connection breaks in the middle, the reply never ends, or ends in an error. */
  readonly breaks?: "disconnect" | "never ends" | "error";
}

/** How the server treats one request. */
export type OllamaReply =
  | OllamaSaid
  | { readonly status: number; readonly message: string }
  | "hang";

/** What is asked, as far as tests look at it. */
export interface OllamaBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly think?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A chat server on 127.0.0.1 that speaks Ollama's `/api/chat`: one JSON object a line. */
export function ollamaServer(
  script: Script<OllamaBody, OllamaReply>,
): Promise<ScriptedServer<OllamaBody>> {
  return scriptedServer("/api/chat", script, answer, fail);
}

async function answer(
  response: ServerResponse,
  reply: OllamaReply,
  { model, stream = true }: OllamaBody,
): Promise<void> {
  if (reply === "hang") return;
  if ("status" in reply) return fail(response, reply.status, reply.message);
  const { betweenMilliseconds = 0, breaks } = reply;
  const line = (part: object): string =>
    `${JSON.stringify({ model, created_at: "2026-01-01T00:00:00Z", ...part })}\n`;
  const last = { done: true, done_reason: reply.doneReason ?? "stop", ...countsOf(reply) };
  if (!stream) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(line({ message: messageOf(reply), ...last }));
    return;
  }
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  const parts = partsOf(reply);
  for (const part of breaks === undefined ? parts : parts.slice(0, parts.length / 2)) {
    await sleep(betweenMilliseconds, undefined, { ref: false });
    if (response.destroyed) return;
    await new Promise<void>((sent) =>
      response.write(line({ message: part, done: false }), () => sent()),
    );
  }
  if (breaks === "never ends") {
    const message = messageOf({ text: "on and on " });
    return sendForEver(response, line({ message, done: false }));
  }
  if (breaks === "disconnect") {
    response.destroy();
    return;
  }
  response.end(
    breaks === "error"
      ? `${JSON.stringify({ error: "an error was encountered while running the model" })}\n`
      : line({ message: messageOf({}), ...last }),
  );
}

/** Thoughts first, then text, word by word; tool calls in one piece. */
function partsOf({ thinking = "", text = "", toolCalls }: OllamaSaid): readonly object[] {
  return [
    ...wordsOf(thinking).map((word) => messageOf({ thinking: word })),
    ...wordsOf(text).map((word) => messageOf({ text: word })),
    ...(toolCalls === undefined ? [] : [messageOf({ toolCalls })]),
  ];
}

function messageOf({ thinking, text = "", toolCalls }: OllamaSaid): object {
  const tool_calls = toolCalls?.map(({ name, args }) => ({ function: { name, arguments: args } }));
  return {
    role: "assistant",
    content: text,
    ...(thinking !== undefined && { thinking }),
    ...(tool_calls !== undefined && { tool_calls }),
  };
}

/** Words stand in for tokens, 9 for the prompt's. */
function countsOf({ thinking = "", text = "", toolCalls = [], counts }: OllamaSaid): object {
  if (counts === false) return {};
  const said = [thinking, text, ...toolCalls.map(({ args }) => JSON.stringify(args))].join(" ");
  return { prompt_eval_count: 9, eval_count: wordsOf(said).length };
}

function fail(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error }));
}
