import type { ModelReply } from "@psi/core";
import { expect } from "vitest";
import { parseReply } from "../reply/parse-reply.js";

/** What every reply that was read must be like. */
export function checkReply(reply: ModelReply | string): void {
  const read = parseReply(reply);
  if (read.kind === "answer") {
    expect(read.text).toBe(read.text.trim());
    expect(read.text).not.toBe("");
    expect(read.text).not.toMatch(/\p{Surrogate}/u);
  }
  if (read.kind === "retrieve") {
    expect(read.queries.length).toBeGreaterThan(0);
    expect(read.queries.length).toBeLessThanOrEqual(8);
    for (const query of read.queries) {
      expect(query.trim()).not.toBe("");
      expect(query).not.toMatch(/[\n\r]|\p{Surrogate}/u);
      expect(query.length).toBeLessThanOrEqual(2_000);
    }
    const keys = read.queries.map((query) => query.toLowerCase());
    expect(new Set(keys).size).toBe(keys.length);
  }
  for (const note of read.notes ?? []) expect(note.trim()).not.toBe("");
  if (read.thought !== undefined) expect(read.thought.trim()).not.toBe("");
}
