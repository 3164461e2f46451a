import type { ModelReply } from "@psi/core";
import { decodeText, joinTexts, removeFences, splitReply } from "@psi/core/model-text";
import { findInText } from "./find-in-text.js";
import { CUT_OFF, lenientJson } from "./lenient-json.js";
import type { Found, ParsedReply } from "./parsed-reply.js";
import { isBlank, oneRound, readCall } from "./read-value.js";

/** Calls that are read of one reply, and characters of a call's arguments: more are a loop. */
const MOST_CALLS = 64;
const MOST_CHARACTERS = 200_000;

/**
 * What a model's reply asks for: a tool called, or one of the two verbs, in any of the forms in which models
 * write them. Of several the first that stands at the start of a line decides; queries that belong together
 * are one round. Verbs inside a thought do not count. Never throws. O(length); of an endless reply only a part
 * is read, and notes say so.
 */
export function parseReply(reply: ModelReply | string): ParsedReply {
  const { text: written, thought, notes: cut } = splitReply(reply);
  const text = removeFences(decodeText(written));
  const { calls, notes: left } = callsIn(reply);
  const notes = [...cut, ...left];
  const called = oneRound(calls.map(({ name, args }) => readCall(name, args)).filter(isFound));
  if (called !== undefined && !isBlank(called)) return readAs(called, [thought, text], notes);
  if (text === "") {
    const reason =
      calls.length > 0 ? emptyCall(called) : thought === "" ? "empty" : "only-thoughts";
    return { kind: "unreadable", text: shownCalls(calls), reason, ...more([thought], notes) };
  }
  const { found, before, announced } = findInText(text);
  if (found !== undefined) return readAs(found, [thought, withoutDebris(before)], notes);
  const reason =
    calls.length > 0 ? emptyCall(called) : announced ? "nothing-behind-verb" : "no-verb";
  return { kind: "unreadable", text, reason, ...more([thought], notes) };
}

function readAs(found: Found, thoughts: readonly string[], before: readonly string[]): ParsedReply {
  const beside = more(thoughts, [...before, ...found.notes]);
  return found.kind === "answer"
    ? { kind: "answer", text: found.text, ...beside }
    : { kind: "retrieve", queries: found.queries, ...beside };
}

/** What a reply has beside what it asks for, where there is any. */
function more(
  thoughts: readonly string[],
  notes: readonly string[],
): { thought?: string; notes?: readonly string[] } {
  const thought = joinTexts(thoughts);
  return {
    ...(thought !== "" && { thought }),
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
  };
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
function callsIn(reply: ModelReply | string): {
  readonly calls: readonly Call[];
  readonly notes: readonly string[];
} {
  if (typeof reply === "string") return { calls: [], notes: [] };
  const given: readonly unknown[] = [reply?.tool_calls, reply?.invalid_tool_calls];
  const all = given.filter(Array.isArray).flat() as readonly unknown[];
  const notes: string[] = [];
  const calls = all.slice(0, MOST_CALLS).flatMap((call) => {
    const { name, args } = (call ?? {}) as { name?: unknown; args?: unknown };
    return typeof name === "string" ? [{ name, args: argumentsIn(args, notes) }] : [];
  });
  const over = `The reply calls tools ${all.length} times; the first ${MOST_CALLS} calls were read.`;
  return { calls, notes: all.length > MOST_CALLS ? [over, ...notes] : notes };
}

function argumentsIn(given: unknown, notes: string[]): unknown {
  if (typeof given !== "string") return given;
  const text = decodeText(given.slice(0, MOST_CHARACTERS));
  const start = text.search(/[{[]/);
  const read = start < 0 ? undefined : lenientJson(text, start);
  if (read?.cut || given.length > MOST_CHARACTERS) notes.push(CUT_OFF);
  return read?.value ?? text;
}

function isFound(found: Found | undefined): found is Found {
  return found !== undefined;
}

function emptyCall(called: Found | undefined): "unknown-tool" | "nothing-behind-verb" {
  return called === undefined ? "unknown-tool" : "nothing-behind-verb";
}

/** The names of what was called, so that the model can be shown what it did. */
function shownCalls(calls: readonly Call[]): string {
  return calls.map(({ name }) => `${name.slice(0, 100)}(…)`).join(" ");
}
