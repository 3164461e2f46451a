import { type AgentContext, type ModelReply, PsiError } from "@psi/core";
import type { AgentModel } from "../protocol/agent-model.js";

/** What a model of these tests was asked. */
export interface Call {
  readonly messages: readonly (readonly [role: string, text: string])[];
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
}

/** A reply, or what is thrown instead. */
export type Said = string | ModelReply | Error;

/** A model that says its lines in turn, the last one for ever, and keeps what it was asked. */
export interface TalkingModel extends AgentModel {
  readonly calls: Call[];
}

/** @param options.tools whether it binds tools; a function is called in place of binding. */
export function talkingModel(
  lines: readonly (Said | ((call: Call) => Said))[],
  options: { readonly tools?: boolean | (() => void) } = {},
): TalkingModel {
  const calls: Call[] = [];
  const invokeWith =
    (tools: readonly string[]) =>
    async (messages: Call["messages"]): Promise<unknown> => {
      const line = lines[Math.min(calls.length, lines.length - 1)];
      const call: Call = { messages, tools };
      calls.push(call);
      const said = typeof line === "function" ? line(call) : line;
      if (said instanceof Error) throw said;
      return typeof said === "string" ? { content: said } : said;
    };
  const bindTools = (
    tools: readonly { readonly function: { readonly name: string } }[],
  ): unknown => {
    if (typeof options.tools === "function") options.tools();
    return { invoke: invokeWith(tools.map((tool) => tool.function.name)) };
  };
  return {
    calls,
    invoke: invokeWith([]) as unknown as AgentModel["invoke"],
    ...(options.tools && {
      bindTools: bindTools as unknown as NonNullable<AgentModel["bindTools"]>,
    }),
  };
}

/** A context that calls the model, as the loop's does: what a model throws is its cause. */
export function plainContext(signal?: AbortSignal): AgentContext {
  return {
    ...(signal === undefined ? {} : { signal }),
    async invoke(model, messages) {
      signal?.throwIfAborted();
      const given = messages.map(([role, text]): [string, string] => [role, text]);
      try {
        return (await model.invoke(given)) as ModelReply;
      } catch (cause) {
        throw new PsiError("model-failed", `The model failed: ${(cause as Error).message}`, {
          cause,
        });
      }
    },
  };
}

/** A message that calls one tool. */
export function toolCall(name: string, args: Readonly<Record<string, unknown>>): ModelReply {
  return { content: "", tool_calls: [{ name, args }] };
}
