import type { ModelReply } from "@psi/core";
import { describe, expect, it } from "vitest";
import { parseReply } from "../reply/parse-reply.js";

/** A reply and what is read of it: "A …" an answer, "R … | …" queries, "? …" unreadable and why. */
export type Row = readonly [name: string, reply: ModelReply | string, expected: string];

/** Checks that `parseReply` reads each row as it says. */
export function checkRows(title: string, rows: readonly Row[]): void {
  describe(`parseReply ${title}`, () => {
    it.each(rows)("%s", (_name, reply, expected) => {
      expect(shown(reply)).toBe(expected);
    });
  });
}

function shown(reply: ModelReply | string): string {
  const read = parseReply(reply);
  if (read.kind === "answer") return `A ${read.text}`;
  return read.kind === "retrieve" ? `R ${read.queries.join(" | ")}` : `? ${read.reason}`;
}
