import { answerText, cited } from "./answer-text.js";
import { lenientJson } from "./lenient-json.js";
import type { Found } from "./parsed-reply.js";
import { queriesInLines, queryList } from "./query-list.js";
import { joined } from "./thoughts.js";

/** What a value that a model wrote as JSON asks for; with what it thought, where that is a field of it. */
export type FoundInValue = Found & { readonly thought: string };

type Fields = Readonly<Record<string, unknown>>;

const retrieveNames =
  /^(?:retriev(?:e|al|er)|(?:web_?)?search|(?:search_?)?quer(?:y|ies)|look_?up|检索|查询|搜索|檢索|查詢|搜尋)$/;
const answerNames =
  /^(?:(?:final_?|submit_?)?answers?|finish|respond|submit|回答|答案|最终答案|答复)$/;
const queryFields =
  /^(?:(?:sub_?|search_?|new_?)?quer(?:y|ies)|q|(?:sub_?)?questions?|search|retriev(?:e|al)|keywords?|input|text|检索|查询|搜索|检索词|查询词)$/;
const textFields =
  /^(?:(?:final_?)?answers?|text|content|response|result|value|output|回答|答案|最终答案)$/;
const thoughtFields = /^(?:thoughts?|reasoning|thinking|think|rationale|思考|推理|理由)$/;
const sourceFields = /^(?:citations?|sources?|passages?|references?|cited|引用|来源)$/;
const nameFields = [
  "name",
  "tool",
  "tool_name",
  "action",
  "function",
  "type",
  "verb",
  "recipient_name",
];
const argumentFields = [
  "arguments",
  "args",
  "parameters",
  "params",
  "input",
  "action_input",
  "tool_input",
];
const MOST_DEPTH = 8;

/**
 * What a value asks for: a call of a tool in any of the usual forms, an object with an answer or queries, a
 * list of those, or a list of queries. Undefined when it is none of these; blank queries and answers are kept
 * as such.
 */
export function readValue(value: unknown): FoundInValue | undefined {
  if (Array.isArray(value)) return readList(value);
  if (!isFields(value)) return undefined;
  const thought = thoughtIn(value);
  const call = callIn(value);
  if (call !== undefined) {
    const found = readCall(call.name, call.given);
    if (found !== undefined) return { ...found, thought: joined([thought, thoughtIn(call.given)]) };
  }
  let blank: Found | undefined;
  for (const [name, given] of Object.entries(value)) {
    const kind = kindOf(plainName(name));
    const found = kind === undefined ? undefined : readAs(kind, given, value);
    if (found !== undefined && !isBlank(found)) return { ...found, thought };
    blank ??= found;
  }
  return blank === undefined ? undefined : { ...blank, thought };
}

/** What a call of a tool asks for; undefined when there is no such tool. */
export function readCall(name: string, given: unknown): Found | undefined {
  const kind = kindOf(plainName(name));
  return kind === undefined ? undefined : readAs(kind, given, given);
}

export function isBlank(found: Found): boolean {
  return found.kind === "answer" ? found.text === "" : found.queries.length === 0;
}

function readList(values: readonly unknown[]): FoundInValue | undefined {
  if (values.length > 0 && values.every((each) => typeof each === "string")) {
    return { kind: "retrieve", ...queryList(values as string[]), thought: "" };
  }
  return oneRound(values.map(readValue).filter((each) => each !== undefined));
}

/** The first decides; where it looks something up, all others that do are of its round. */
export function oneRound<T extends Found>(all: readonly T[]): T | undefined {
  const told = all.filter((each) => !isBlank(each));
  const [first] = told;
  if (first === undefined) return all[0];
  if (told.length === 1) return first;
  const retrieved = told.filter(
    (each): each is T & { kind: "retrieve" } => each.kind === "retrieve",
  );
  const left = told.length - (first.kind === "answer" ? 1 : retrieved.length);
  const notes =
    left === 0 ? [] : [`The reply asked for ${told.length} things; the first was done.`];
  if (first.kind === "answer") return { ...first, notes: [...first.notes, ...notes] };
  const list = queryList(retrieved.flatMap(({ queries }) => queries));
  const before = retrieved.flatMap((each) => each.notes);
  return { ...first, queries: list.queries, notes: [...before, ...list.notes, ...notes] };
}

function readAs(kind: Found["kind"], given: unknown, around: unknown): Found {
  if (kind === "retrieve") {
    return { kind, ...queryList(queriesIn(given, 0)) };
  }
  return { kind, text: cited(answerText(textIn(given, 0)), sourcesIn(around)), notes: [] };
}

function queriesIn(given: unknown, depth: number): string[] {
  if (depth > MOST_DEPTH) return [];
  if (typeof given === "number") return [String(given)];
  if (typeof given === "string") {
    const inner = listIn(given);
    return inner === undefined ? queriesInLines(given.split(/\r?\n/)) : queriesIn(inner, depth + 1);
  }
  // A list's strings stand for themselves: a semicolon in one parts nothing.
  if (Array.isArray(given)) {
    return given.flatMap((each) =>
      typeof each === "string" ? [each] : queriesIn(each, depth + 1),
    );
  }
  if (!isFields(given)) return [];
  const entries = Object.entries(given);
  const named = entries.filter(([name]) => queryFields.test(plainName(name)));
  const chosen = named.length > 0 ? named : entries.filter(([name]) => !isAside(plainName(name)));
  return chosen.flatMap(([, each]) => queriesIn(each, depth + 1));
}

function textIn(given: unknown, depth: number): string {
  if (depth > MOST_DEPTH) return "";
  if (typeof given === "string") return given;
  if (typeof given === "number" || typeof given === "boolean") return String(given);
  if (Array.isArray(given)) return given.map((each) => textIn(each, depth + 1)).join(", ");
  if (!isFields(given)) return "";
  const entries = Object.entries(given);
  const named = entries.find(([name]) => textFields.test(plainName(name)));
  const chosen = named ?? entries.find(([name]) => !isAside(plainName(name)));
  return chosen === undefined ? "" : textIn(chosen[1], depth + 1);
}

function callIn(value: Fields): { name: string; given: unknown } | undefined {
  const named = nameFields.map((field) => value[field]).find((each) => each !== undefined);
  if (isFields(named)) return callIn(named);
  if (typeof named !== "string" || kindOf(plainName(named)) === undefined) return undefined;
  const field = argumentFields.find((each) => value[each] !== undefined);
  if (field === undefined) return { name: named, given: withoutNames(value) };
  const given = value[field];
  const inner = typeof given === "string" ? listIn(given) : undefined;
  return { name: named, given: inner ?? given };
}

function withoutNames(value: Fields): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !nameFields.includes(name)));
}

/** A list or an object that was written into a string. */
function listIn(text: string): unknown {
  const start = text.length - text.trimStart().length;
  if (!/^(?:\{|\[\s*["'“{])/.test(text.slice(start, start + 50))) return undefined;
  return lenientJson(text, start)?.value;
}

function sourcesIn(around: unknown): string[] {
  if (!isFields(around)) return [];
  const found = Object.entries(around).find(([name]) => sourceFields.test(plainName(name)));
  return found === undefined ? [] : (textIn(found[1], 0).match(/\b\d{1,4}\b/g) ?? []);
}

function thoughtIn(value: unknown): string {
  if (!isFields(value)) return "";
  const found = Object.entries(value).filter(([name]) => thoughtFields.test(plainName(name)));
  return joined(found.map(([, text]) => textIn(text, 0)));
}

function isAside(name: string): boolean {
  return thoughtFields.test(name) || sourceFields.test(name);
}

function kindOf(name: string): Found["kind"] | undefined {
  if (retrieveNames.test(name)) return "retrieve";
  return answerNames.test(name) ? "answer" : undefined;
}

function plainName(name: string): string {
  return name
    .slice(0, 60)
    .replace(/^(?:functions?|tools?)[.:]/i, "")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replace(/[\s-]+/g, "_")
    .toLowerCase();
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
