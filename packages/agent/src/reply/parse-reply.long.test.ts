import type { ModelReply } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkReply } from "../testing/check-reply.js";
import { pieces } from "../testing/reply-pieces.js";
import { parseReply } from "./parse-reply.js";

/** As much as is read of one reply. */
const LENGTH = 200_000;

// These replies take milliseconds each, and minutes where a pattern goes over the text again and again.
describe("parseReply reads a reply of 200,000 characters", () => {
  it.each(["", "Answer:", "Retrieve: ", "Answer is ", "<answer>", '{"queries": ["'])(
    "that begins with %j and repeats one piece",
    (head) => {
      for (const piece of pieces) checkReply(head + piece.repeat(Math.ceil(LENGTH / piece.length)));
    },
  );

  it("that repeats two pieces in turn", () => {
    const piece = fc.constantFrom(...pieces);
    fc.assert(
      fc.property(piece, piece, piece, (a, b, c) => {
        checkReply(c + `${a}${b}`.repeat(Math.ceil(LENGTH / (a.length + b.length || 1))));
      }),
      { numRuns: 60 },
    );
  });

  it.each(["```json", "```", "json", "~~~", "- ", "<a>", "[TOOL_CALLS]", "> "])(
    "whose lines each repeat %j before text that is no JSON",
    (piece) => {
      const line = `${piece.repeat(200 / piece.length)}x\n`;
      expect(parseReply(`${line.repeat(900)}Answer: Paris`)).toMatchObject({ text: "Paris" });
    },
  );
});

describe("parseReply reads a part of an endless reply, and says so:", () => {
  it("of text, the beginning and the end", () => {
    const { notes } = parseReply("Retrieve: x\n".repeat(900_000));
    expect(notes?.[0]).toBe(
      "The reply has 10800000 characters; the first and the last 100000 of them were read.",
    );
    const late = parseReply(`${"It is said. ".repeat(900_000)}\nAnswer: Paris`);
    expect(late).toMatchObject({ kind: "answer", text: "Paris" });
  });

  it("of calls, the first", () => {
    const calls = Array.from({ length: 1_000_000 }, (_, i) => ({
      name: "retrieve",
      get args() {
        return read.push(i) && { query: `q ${i}` };
      },
    }));
    const read: number[] = [];
    const reply = { content: "", tool_calls: calls } as unknown as ModelReply;
    expect(parseReply(reply).notes).toEqual([
      "The reply calls tools 1000000 times; the first 64 calls were read.",
      "56 queries over the most of 8 were left out.",
    ]);
    expect(read).toHaveLength(64);
  });

  it.each(["queries", "answer"])("of a call's %s", (field) => {
    const args = { [field]: "Orrin ".repeat(100_000) };
    const reply = { content: "", tool_calls: [{ name: field, args }] } as unknown as ModelReply;
    expect(parseReply(reply).notes?.[0]).toMatch(/^The reply has 600000 characters/);
  });

  it("of arguments that are no JSON", () => {
    const args = `{"text": "${"Orrin ".repeat(100_000)}"}`;
    const reply = { content: "", invalid_tool_calls: [{ name: "answer", args }] };
    expect(parseReply(reply as ModelReply).notes).toEqual([
      "The reply was cut off; what there is of it was taken.",
    ]);
  });

  it("of a list of queries", () => {
    const queries = Array.from({ length: 100_000 }, (_, i) => `q ${i}`);
    const reply = { content: "", tool_calls: [{ name: "retrieve", args: { queries } }] };
    expect(parseReply(reply).notes).toEqual(["99992 queries over the most of 8 were left out."]);
  });
});
