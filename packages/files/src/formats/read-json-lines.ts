import type { Passage } from "@psi/core";
import { jsonErrorPosition } from "./json-error.js";
import { lineSplitter } from "../read/line-splitter.js";
import { unreadable } from "../read/unreadable.js";

/** The longest line, in UTF-16 units: memory is bounded by it. */
const longestLine = 64 * 1024 * 1024;

/**
 * The passages of a JSONL file, one a line, each whole: `text` is its text, `id` its id, or else the file
 * and the line; all other fields are metadata. `metadata` also tells source, start and end of the line,
 * unless the line has a source of its own. Empty lines are passed over.
 *
 * @throws PsiError `unreadable-input`, with file, line and column.
 */
export async function* readJsonLines(
  parts: AsyncIterable<string>,
  source: string,
): AsyncGenerator<Passage, void, undefined> {
  const splitter = lineSplitter(longestLine);
  let number = 0;
  let start = 0;
  const passagesOf = function* (
    lines: ReturnType<typeof splitter.push>,
  ): Generator<Passage, void, undefined> {
    for (const { text, whole } of lines) {
      number++;
      if (!whole) {
        throw unreadable(`${source}, line ${number} is longer than ${longestLine} characters.`);
      }
      const end = start + text.length;
      if (text.trim() !== "")
        yield passageOf(text.trimEnd(), source, number, { source, start, end });
      start = end;
    }
  };
  for await (const part of parts) yield* passagesOf(splitter.push(part));
  yield* passagesOf(splitter.end());
}

function passageOf(
  line: string,
  source: string,
  number: number,
  place: Readonly<Record<string, unknown>>,
): Passage {
  const where = `${source}, line ${number}`;
  const row = parsed(line, where);
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    throw unreadable(`${where} is no JSON object. Each line must be one, with a "text".`);
  }
  const { id, text, ...rest } = row as Record<string, unknown>;
  if (typeof text !== "string") {
    const problem = text === undefined ? 'has no "text"' : `has a "text" that is ${kindOf(text)}`;
    throw unreadable(`${where} ${problem}. Each line needs a "text" that is a string.`);
  }
  return {
    id: idOf(id, where) ?? `${source}:${number}`,
    pageContent: text,
    // A line that names its own source stands for a place there, not for its place in this file.
    metadata: "source" in rest ? rest : { ...place, ...rest },
  };
}

function parsed(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    const at = jsonErrorPosition(line);
    const near = at >= line.length ? "the line ends too early" : `near ${quoted(line.slice(at))}`;
    throw unreadable(`${where}, column ${at + 1} is not JSON: ${near}.`, cause);
  }
}

function idOf(id: unknown, where: string): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  const what = id === "" ? "empty" : kindOf(id);
  throw unreadable(`${where} has an "id" that is ${what}. An id is a string or a number.`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text);
}
