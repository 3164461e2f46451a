import type { Passage } from "@psi/core";
import { jsonErrorPosition } from "./json-error.js";

/** Where a record is in its file. */
export interface RecordPlace {
  /** The file, as a path. */
  readonly source: string;
  /** In UTF-16 units of the file's text. */
  readonly start: number;
  readonly end: number;
  /** The line where it begins, from 1. */
  readonly line: number;
}

/** A record that is not a passage; the message goes on after its place. */
export class BadRecord extends Error {}

/**
 * A JSON record as a passage: `text` is its text, `id` its id. All other fields are metadata, beside the
 * record's place, unless the record has a source of its own. Undefined for a record whose text is blank.
 *
 * @param id for a record without one.
 * @throws BadRecord for what is not JSON, not an object, or has fields of the wrong type.
 */
export function recordPassage(json: string, place: RecordPlace, id: string): Passage | undefined {
  const row = parsed(json);
  if (typeof row !== "object" || row === null || Array.isArray(row)) {
    throw new BadRecord('is not a JSON object. Each record must be one, with a "text".');
  }
  const { id: given, text, ...rest } = row as Record<string, unknown>;
  if (typeof text !== "string") {
    const problem = text === undefined ? 'has no "text"' : `has a "text" that is ${kindOf(text)}`;
    throw new BadRecord(`${problem}. Each record needs a "text" that is a string.`);
  }
  checkTitle(rest.title);
  const own = idOf(given);
  if (text.trim() === "") return undefined;
  return {
    id: own ?? id,
    pageContent: text,
    // A record that names its own source is about a place there, not about its place in this file.
    metadata: "source" in rest ? rest : { ...place, ...rest },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const at = jsonErrorPosition(json);
    const near = at >= json.length ? "it ends too early" : `near ${quoted(json.slice(at))}`;
    throw new BadRecord(`is not JSON at character ${at + 1}: ${near}.`, { cause });
  }
}

function checkTitle(title: unknown): void {
  if (title === undefined || title === null) return;
  if (typeof title === "string" || typeof title === "number") return;
  throw new BadRecord(
    `has a "title" that is ${kindOf(title)}. A title is a string or a number; another field can have any value.`,
  );
}

function idOf(id: unknown): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id === "string" && id !== "") return id;
  if (typeof id === "number") return String(id);
  const what = id === "" ? "empty" : kindOf(id);
  throw new BadRecord(`has an "id" that is ${what}. An id is a string or a number.`);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text);
}
