import { decodeText } from "@psi/core/model-text";
import { answerText, cited, sourceNumbers } from "./answer-text.js";
import { lenientJson } from "./lenient-json.js";
import type { Line } from "./lines.js";
import type { Found } from "./parsed-reply.js";
import { unquoted } from "./plain-line.js";
import { queriesInLines, queryList } from "./query-list.js";
import { isBlank, readCall, readValue } from "./read-value.js";
import { type LineMark, lineMark, withoutInputLabel } from "./verbs.js";

/** What stands behind a verb, and the line after it. `found` is undefined when nothing does. */
export interface Behind {
  readonly found: Found | undefined;
  readonly next: number;
}

/** A verb's own text: the rest of its line, and the lines up to the next mark. */
interface Block {
  readonly lines: readonly string[];
  readonly next: number;
  /** The mark that ended it. */
  readonly end: LineMark | undefined;
}

const startsJson = /^(?:\{|\[\s*["'“{])/;
const fence = /^\s*(?:```|~~~)/;

/** Reads what stands behind the verb in line `at`. */
export function readBehindVerb(lines: readonly Line[], at: number, written: LineMark): Behind {
  const mark = innermost(written);
  const fenced = lines.slice(Math.max(0, at - 3), at).some(({ text }) => fence.test(text));
  const block = blockBehind(lines, at, mark, fenced);
  const found =
    readInside(block, mark.kind) ?? (mark.kind === "answer" ? answerIn(block, lines) : undefined);
  if (found !== undefined) return { found: isBlank(found) ? undefined : found, next: block.next };
  return queriesIn(lines, block);
}

/** Of "Answer: Retrieve: …" the verb that is nearest to the text. */
function innermost(mark: LineMark): LineMark {
  let inner = mark;
  for (let depth = 0; depth < 4; depth++) {
    const next = lineMark(inner.rest);
    if (/^\s*[[({]/.test(inner.rest)) break;
    if (next === undefined || (next.kind !== "answer" && next.kind !== "retrieve")) break;
    if (next.rest.trim() === "" && next.tag === undefined) break;
    if (next.isForeign && next.kind !== inner.kind) break;
    inner = {
      ...next,
      ...(next.tag === undefined && inner.tag !== undefined && { tag: inner.tag }),
    };
  }
  return inner;
}

function blockBehind(lines: readonly Line[], at: number, mark: LineMark, fenced: boolean): Block {
  const closing = mark.tag === undefined ? undefined : new RegExp(`</${mark.tag}\\s*>`, "i");
  const block: string[] = [];
  for (let next = at; next < lines.length; next++) {
    const line = next === at ? mark.rest : (lines[next] as Line).text;
    const closed = closing?.exec(line);
    if (closed) {
      block.push(line.slice(0, closed.index));
      const after = afterBlanks(lines, next + 1);
      return { lines: block, next: after, end: lineMark(lines[after]?.text ?? "") };
    }
    if (next > at) {
      const end = lineMark(line);
      if (end !== undefined && !end.listed) return { lines: block, next, end };
      if (fenced && fence.test(line)) return { lines: block, next: next + 1, end: undefined };
    }
    block.push(next === at ? line : withoutInputLabel(line));
  }
  return { lines: block, next: lines.length, end: undefined };
}

function afterBlanks(lines: readonly Line[], from: number): number {
  let next = from;
  while (next < lines.length && (lines[next] as Line).text.trim() === "") next++;
  return next;
}

/** An object, a list or a call's brackets behind the verb. */
function readInside({ lines }: Block, kind: LineMark["kind"]): Found | undefined {
  const text = lines
    .filter((line) => !fence.test(line))
    .join("\n")
    .trim();
  // Nothing between the verb and a bracket: a call.
  if (lines[0]?.startsWith("(")) {
    const called = text.slice(1, text.endsWith(")") ? -1 : undefined);
    const given = called.replace(/^\s*\w{1,40}\s*=/, "").trim();
    return ofKind(kind, startsJson.test(given) ? lenientJson(given, 0)?.value : unquoted(given));
  }
  const json = decodeText(text).trim();
  if (startsJson.test(json)) {
    const read = lenientJson(json, 0);
    if (read !== undefined && json.slice(read.end).trim() === "") return ofKind(kind, read.value);
  }
  const boxed = /^\[(?!\d+\])([^[\]]{1,2000})\]$/.exec(text)?.[1];
  return boxed === undefined ? undefined : ofKind(kind, boxed);
}

function ofKind(kind: LineMark["kind"], value: unknown): Found | undefined {
  const found = Array.isArray(value) ? undefined : readValue(value);
  return found ?? readCall(kind === "answer" ? "answer" : "retrieve", value);
}

function answerIn(block: Block, lines: readonly Line[]): Found {
  const text = answerText(block.lines.join("\n"));
  const numbers = block.end?.kind === "sources" ? sourcesAt(block, lines) : [];
  return { kind: "answer", text: cited(text, numbers), notes: [] };
}

/** The numbers in the section that the answer ends at, when it is one of sources. */
function sourcesAt({ end, next }: Block, lines: readonly Line[]): readonly number[] {
  const own = sourceNumbers(end?.rest ?? "");
  if (own.length > 0) return own;
  return lines.slice(next + 1, next + 6).flatMap(({ text }) => sourceNumbers(text));
}

/** The queries of a verb, and of those that follow it at once: one round. */
function queriesIn(lines: readonly Line[], block: Block): Behind {
  const written = queriesInLines(block.lines);
  let { end, next } = block;
  while (end?.kind === "retrieve" && next < lines.length) {
    const more = blockBehind(lines, next, end, false);
    const inside = readInside(more, "retrieve");
    if (inside?.kind === "retrieve") written.push(...inside.queries);
    else written.push(...queriesInLines(more.lines));
    ({ end, next } = more);
  }
  const list = queryList(written);
  return { found: list.queries.length === 0 ? undefined : { kind: "retrieve", ...list }, next };
}
