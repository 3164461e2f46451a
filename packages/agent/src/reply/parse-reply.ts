import type { ModelReply } from "@psi/core";
import { findInText } from "./find-in-text.js";
import { lenientJson } from "./lenient-json.js";
import type { Found, ParsedReply } from "./parsed-reply.js";
import { oneRound, readCall } from "./read-value.js";
import { joined, spokenIn } from "./thoughts.js";

/**
 * What a model's reply asks for: a tool called, or one of the two verbs, in any of the forms in which models
 * write them. Of several the first that stands at the start of a line decides; queries that belong together
 * are one round. Verbs inside a thought do not count. Never throws. O(length).
 */
export function parseReply(reply: ModelReply | string): ParsedReply {
  const { text, thought } = spokenIn(reply);
  const calls = callsIn(reply);
  const called = oneRound(calls.map(({ name, args }) => readCall(name, args)).filter(isFound));
  if (called !== undefined && !isEmpty(called)) return readAs(called, [thought, text]);
  if (text === "") {
    const reason =
      calls.length > 0 ? emptyCall(called) : thought === "" ? "empty" : "only-thoughts";
    return { kind: "unreadable", text: shownCalls(calls), reason, ...withThought([thought]) };
  }
  const { found, before, announced } = findInText(text);
  if (found !== undefined) return readAs(found, [thought, withoutDebris(before)]);
  const reason =
    calls.length > 0 ? emptyCall(called) : announced ? "nothing-behind-verb" : "no-verb";
  return { kind: "unreadable", text, reason, ...withThought([thought]) };
}

function readAs(found: Found, thoughts: readonly string[]): ParsedReply {
  const { notes } = found;
  const more = {
    ...withThought(thoughts),
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
  };
  return found.kind === "answer"
    ? { kind: "answer", text: found.text, ...more }
    : { kind: "retrieve", queries: found.queries, ...more };
}

function withThought(thoughts: readonly string[]): { thought?: string } {
  const thought = joined(thoughts);
  return thought === "" ? {} : { thought };
}

/** What is thought in front of a verb, without its label and without the marks of what follows. */
function withoutDebris(before: string): string {
  const thought = before
    .trim()
    .replace(/^(?:thoughts?|thinking|reasoning|思考|分析|推理)\s*[:：]\s*/i, "");
  // Only the end is looked at: such a pattern is slow on long texts.
  const end = thought.slice(-100);
  const debris = /(?:```\w{0,12}|~~~|<[\w|]{1,30}>|[-*_#|>\s])+$/.exec(end);
  return debris === null ? thought : thought.slice(0, thought.length - debris[0].length);
}

type Call = { readonly name: string; readonly args: unknown };

/** Calls, then those whose arguments LangChain could not read: as text, which is read leniently here. */
function callsIn(reply: ModelReply | string): Call[] {
  if (typeof reply === "string") return [];
  const given: readonly unknown[] = [reply?.tool_calls, reply?.invalid_tool_calls];
  return given
    .filter(Array.isArray)
    .flat()
    .flatMap((call: unknown) => {
      const { name, args } = (call ?? {}) as { name?: unknown; args?: unknown };
      return typeof name === "string" ? [{ name, args: argumentsIn(args) }] : [];
    });
}

function argumentsIn(given: unknown): unknown {
  if (typeof given !== "string") return given;
  const start = given.search(/[{[]/);
  return start < 0 ? given : (lenientJson(given, start)?.value ?? given);
}

function isFound(found: Found | undefined): found is Found {
  return found !== undefined;
}

function isEmpty(found: Found): boolean {
  return found.kind === "answer" ? found.text === "" : found.queries.length === 0;
}

function emptyCall(called: Found | undefined): "unknown-tool" | "nothing-behind-verb" {
  return called === undefined ? "unknown-tool" : "nothing-behind-verb";
}

/** The names of what was called, so that the model can be shown what it did. */
function shownCalls(calls: readonly Call[]): string {
  return calls.map(({ name }) => `${name.slice(0, 100)}(…)`).join(" ");
}
