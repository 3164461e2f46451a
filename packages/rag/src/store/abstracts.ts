import type { Abstract } from "@psi/core";

/**
 * An abstract out of what an abstracter or a store gave: a text that is not blank, and notes. Notes may be left
 * out; other fields are dropped. Undefined where it is no abstract.
 */
export function asAbstract(value: unknown): Abstract | undefined {
  const { text, notes = [] } = (value ?? {}) as {
    readonly text?: unknown;
    readonly notes?: unknown;
  };
  if (typeof text !== "string" || text.trim() === "") return undefined;
  if (!Array.isArray(notes) || notes.some((note) => typeof note !== "string")) return undefined;
  return { text, notes };
}

/** A stored abstract; undefined where there is none, or a damaged one. */
export function decodeAbstract(bytes: Uint8Array | undefined): Abstract | undefined {
  try {
    return bytes && asAbstract(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}
