import { decodeText, joinTexts, splitReply } from "@psi/core/model-text";
import { answerText, cited } from "./answer-text.js";
import { labelOf } from "./label-kind.js";
import { lenientJson } from "./lenient-json.js";
import type { Found } from "./parsed-reply.js";
import { queriesInLines, queryList } from "./query-list.js";

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
 * list of those, or a list of queries; also where it is encoded in a string, or inside another object. Undefined
 * when it is none of these; blank queries and answers are kept as such.
 */
export function readValue(value: unknown, depth = 0): FoundInValue | undefined {
  if (depth > MOST_DEPTH) return undefined;
  if (typeof value === "string") {
    const inner = jsonIn(value);
    return inner === undefined ? undefined : readValue(inner, depth + 1);
  }
  if (Array.isArray(value)) return readList(value, depth);
  if (!isFields(value)) return undefined;
  const thought = thoughtIn(value);
  const call = callIn(value);
  if (call !== undefined) {
    const found = readCall(call.name, call.given);
    if (found !== undefined)
      return { ...found, thought: joinTexts([thought, thoughtIn(call.given)]) };
  }
  let blank: Found | undefined;
  for (const [name, given] of Object.entries(value)) {
    const kind = kindOf(plainName(name));
    const found = kind === undefined ? undefined : readAs(kind, given, value);
    if (found !== undefined && !isBlank(found)) return { ...found, thought };
    blank ??= found;
  }
  if (blank !== undefined) return { ...blank, thought };
  const inside = Object.values(value).map((each) => readEnvelope(each, depth + 1));
  return inside.find((found) => found !== undefined && !isBlank(found));
}

/** What an object inside another asks for: lists in an object of something else are no queries. */
function readEnvelope(value: unknown, depth: number): FoundInValue | undefined {
  const inner = typeof value === "string" ? jsonIn(value) : value;
  return isFields(inner) ? readValue(inner, depth) : undefined;
}

/** What a call of a tool asks for; undefined when there is no such tool. */
export function readCall(name: string, given: unknown): Found | undefined {
  const kind = kindOf(plainName(name));
  return kind === undefined ? undefined : readAs(kind, given, given);
}

export function isBlank(found: Found): boolean {
  return found.kind === "answer" ? found.text === "" : found.queries.length === 0;
}

function readList(values: readonly unknown[], depth: number): FoundInValue | undefined {
  const read = values
    .map((each) => readValue(each, depth + 1))
    .filter((each) => each !== undefined);
  if (read.length > 0 || values.length === 0) return oneRound(read);
  if (!values.every((each) => typeof each === "string")) return undefined;
  return { kind: "retrieve", ...queryList(values as string[]), thought: "" };
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
    const notes: string[] = [];
    const list = queryList(queriesIn(given, 0, notes));
    return { kind, queries: list.queries, notes: [...notes, ...list.notes] };
  }
  const { text, notes } = splitReply(textIn(given, 0));
  const inner = jsonIn(text);
  const envelope = isFields(inner) ? readValue(inner) : undefined;
  if (envelope?.kind === "answer") return envelope;
  return { kind, text: cited(answerText(text), sourcesIn(around)), notes };
}

function queriesIn(given: unknown, depth: number, notes: string[]): string[] {
  if (depth > MOST_DEPTH) return [];
  if (typeof given === "number") return [String(given)];
  if (typeof given === "string") {
    const { text, notes: cut } = splitReply(given);
    notes.push(...cut);
    const inner = jsonIn(text);
    if (inner === undefined) return queriesInLines(text.split(/\r?\n/));
    return queriesIn(inner, depth + 1, notes);
  }
  // A list's strings stand for themselves: a semicolon in one parts nothing.
  if (Array.isArray(given)) {
    return given.flatMap((each) =>
      typeof each === "string" ? [each] : queriesIn(each, depth + 1, notes),
    );
  }
  if (!isFields(given)) return [];
  const entries = Object.entries(given);
  const named = entries.filter(([name]) => queryFields.test(plainName(name)));
  const chosen = named.length > 0 ? named : entries.filter(([name]) => !isAside(plainName(name)));
  return chosen.flatMap(([, each]) => queriesIn(each, depth + 1, notes));
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
  const inner = typeof given === "string" ? jsonIn(given) : undefined;
  return { name: named, given: inner ?? given };
}

function withoutNames(value: Fields): Fields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !nameFields.includes(name)));
}

/** A list or an object that was written into a string. */
function jsonIn(written: string): unknown {
  const text = decodeText(written);
  const start = text.length - text.trimStart().length;
  if (!/^(?:\{|\[\s*["'“{])/.test(text.slice(start, start + 50))) return undefined;
  return lenientJson(text, start)?.value;
}

function sourcesIn(around: unknown): number[] {
  if (!isFields(around)) return [];
  const found = Object.entries(around).find(([name]) => sourceFields.test(plainName(name)));
  const numbers = found === undefined ? null : textIn(found[1], 0).match(/\b\d{1,4}\b/g);
  return (numbers ?? []).map(Number);
}

function thoughtIn(value: unknown): string {
  if (!isFields(value)) return "";
  const found = Object.entries(value).filter(([name]) => thoughtFields.test(plainName(name)));
  return joinTexts(found.map(([, text]) => textIn(text, 0)));
}

function isAside(name: string): boolean {
  return thoughtFields.test(name) || sourceFields.test(name);
}

function kindOf(name: string): Found["kind"] | undefined {
  if (retrieveNames.test(name)) return "retrieve";
  if (answerNames.test(name)) return "answer";
  const kind = labelOf(name)?.kind;
  return kind === "answer" || kind === "retrieve" ? kind : undefined;
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
