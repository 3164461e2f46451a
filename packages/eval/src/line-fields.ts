import { PsiError } from "@psi/core";
import type { JsonLine } from "./json-lines.js";

/** Thrown for a field that is missing or of the wrong type. */
function badField(line: JsonLine, field: string, wanted: string): PsiError {
  const value = line.record[field];
  const found = value === undefined ? "is missing" : `is ${JSON.stringify(value)?.slice(0, 60)}`;
  return new PsiError(
    "unreadable-input",
    `${line.place}: the field "${field}" must be ${wanted}; it ${found}.`,
  );
}

/** A string that must be there, and not blank unless told otherwise. */
export function stringField(line: JsonLine, field: string, mayBeBlank: boolean = false): string {
  const value = line.record[field];
  if (typeof value === "string" && (mayBeBlank || value.trim() !== "")) return value;
  throw badField(line, field, mayBeBlank ? "a string" : "a string that is not blank");
}

/** A list of strings that must be there. */
export function stringsField(line: JsonLine, field: string): readonly string[] {
  const value = line.record[field];
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw badField(line, field, "a list of strings");
}

type Kinds = { string: string; boolean: boolean; number: number };

/** A field that may be missing or null, but when given has the type that is named. */
export function optionalField<Kind extends keyof Kinds>(
  line: JsonLine,
  field: string,
  kind: Kind,
): Kinds[Kind] | undefined {
  const value = line.record[field] ?? undefined;
  if (value === undefined || typeof value === kind) return value as Kinds[Kind] | undefined;
  throw badField(line, field, `a ${kind} or left out`);
}
