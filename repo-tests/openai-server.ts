import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Script,
  type ScriptedServer,
  scriptedServer,
  sendForEver,
  wordsOf,
} from "./scripted-server.js";

/** What the model says: text, calls of tools, or both. */
export interface Said {
  readonly text?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** "stop", or "tool_calls" where there are any, when left out. */
  readonly finishReason?: "length";
  readonly afterMilliseconds?: number;
  readonly betweenMilliseconds?: number;
  /** False for a server that does not count tokens. */
  readonly usage?: false;
  /** The connection breaks in the middle, or the reply never ends. */
  readonly breaks?: "disconnect" | "never ends";
}

export interface ToolCall {
  readonly name: string;
  /** An object, or the text that the model wrote in place of one. */
  readonly args: object | string;
}

/** How the server treats one request. */
export type ServerReply =
  | Said
  | { readonly status: number; readonly message: string; readonly retryAfterSeconds?: number }
  /** Status 200, and something else than an answer. */
  | { readonly body: string; readonly contentType: string }
  | "hang";

/** What is asked, as far as tests look at it. */
export interface OpenaiBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export interface OpenaiServer extends ScriptedServer<OpenaiBody> {
  /** For the client's `baseURL`. */
  readonly url: string;
}

/** A chat server on 127.0.0.1 that speaks OpenAI's chat completions: whole answers and streams. */
export async function openaiServer(script: Script<OpenaiBody, ServerReply>): Promise<OpenaiServer> {
  const server = await scriptedServer("/v1/chat/completions", script, answer, fail);
  return { ...server, url: `${server.origin}/v1` };
}

async function answer(
  response: ServerResponse,
  reply: ServerReply,
  { model, stream }: OpenaiBody,
): Promise<void> {
  if (reply === "hang") return;
  if ("status" in reply) return fail(response, reply.status, reply.message, reply);
  if ("body" in reply) {
    response.writeHead(200, { "content-type": reply.contentType });
    response.end(reply.body);
    return;
  }
  await sleep(reply.afterMilliseconds ?? 0, undefined, { ref: false });
  await (stream ? sendStream : sendWhole)(response, reply, model);
}

async function sendWhole(response: ServerResponse, said: Said, model: string): Promise<void> {
  const { text, toolCalls = [], breaks } = said;
  const tool_calls = toolCalls.map(wired);
  const message = {
    role: "assistant",
    content: text ?? null,
    refusal: null,
    ...(tool_calls.length > 0 && { tool_calls }),
  };
  const choice = { index: 0, message, finish_reason: finishOf(said), logprobs: null };
  const whole = JSON.stringify({
    ...head(model),
    object: "chat.completion",
    choices: [choice],
    ...usageOf(said),
  });
  response.writeHead(200, { "content-type": "application/json" });
  if (breaks === undefined) {
    response.end(whole);
    return;
  }
  await written(response, whole.slice(0, whole.length / 2));
  if (breaks === "disconnect") response.destroy();
  else await sendForEver(response, " ");
}

async function sendStream(response: ServerResponse, said: Said, model: string): Promise<void> {
  const { betweenMilliseconds = 0, breaks } = said;
  const common = { ...head(model), object: "chat.completion.chunk" };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (part: object): string => `data: ${JSON.stringify({ ...common, ...part })}\n\n`;
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    event({ choices: [{ index: 0, delta, finish_reason }] });
  const deltas = deltasOf(said);
  response.write(chunk({ role: "assistant", content: "" }));
  for (const delta of breaks === undefined ? deltas : deltas.slice(0, deltas.length / 2)) {
    await sleep(betweenMilliseconds, undefined, { ref: false });
    if (response.destroyed) return;
    await written(response, chunk(delta));
  }
  if (breaks === "never ends") return sendForEver(response, chunk({ content: "on and on " }));
  if (breaks === "disconnect") {
    response.destroy();
    return;
  }
  response.write(chunk({}, finishOf(said)));
  if (said.usage !== false) response.write(event({ choices: [], ...usageOf(said) }));
  response.end("data: [DONE]\n\n");
}

/** Word by word; each call first with its name, then its arguments in two pieces. */
function deltasOf({ text = "", toolCalls = [] }: Said): readonly object[] {
  const calls = toolCalls.flatMap((call, index) => {
    const { id, type, function: called } = wired(call);
    const middle = Math.ceil(called.arguments.length / 2);
    const pieces = [called.arguments.slice(0, middle), called.arguments.slice(middle)];
    return [
      { tool_calls: [{ index, id, type, function: { name: called.name, arguments: "" } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
  return [...wordsOf(text).map((content) => ({ content })), ...calls];
}

interface WiredCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

function wired({ name, args }: ToolCall): WiredCall {
  const written = typeof args === "string" ? args : JSON.stringify(args);
  return { id: `call-${randomUUID()}`, type: "function", function: { name, arguments: written } };
}

function finishOf({ finishReason, toolCalls }: Said): string {
  return finishReason ?? (toolCalls === undefined ? "stop" : "tool_calls");
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = {},
): void {
  const retry = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  response.writeHead(status, { "content-type": "application/json", ...retry });
  response.end(JSON.stringify({ error: { message, type: "test", code: null, param: null } }));
}

/** Each reply has an id of its own: LangGraph takes a message for a new version of that with its id. */
function head(model: string): object {
  return { id: `chatcmpl-${randomUUID()}`, created: 1_700_000_000, model };
}

/** Words stand in for tokens, 7 for the prompt's. */
function usageOf({ text = "", toolCalls = [], usage }: Said): object {
  if (usage === false) return {};
  const said = [text, ...toolCalls.map(({ args }) => JSON.stringify(args))].join(" ");
  const completion_tokens = said.split(/\s+/).filter((word) => word !== "").length;
  return {
    usage: { prompt_tokens: 7, completion_tokens, total_tokens: completion_tokens + 7 },
  };
}

/** Waits until it is on its way, so that a connection that is cut then has carried it. */
function written(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve) => response.write(text, () => resolve()));
}
