import type { AgentPolicy } from "@psi/core";
import { expect, it } from "vitest";
import { checkedAction } from "./checked-action.js";

const policy = { name: "own" } as AgentPolicy;

it.each([
  { kind: "retrieve", queries: [] },
  { kind: "retrieve", queries: ["a", ""], thought: "t", notes: ["n"] },
  { kind: "answer", text: "" },
  { kind: "answer", text: "a", quotes: [{ number: 1, start: 0, end: 1 }] },
])("gives back %j", (action) => {
  expect(checkedAction(action, policy)).toBe(action);
});

it.each([
  [undefined, "undefined"],
  [null, "object"],
  ["retrieve", "string"],
  [7, "number"],
  [[], "an object with nothing in it"],
  [{ kind: "x" }, "an object with kind"],
  [{ kind: "retrieve" }, "an object with kind"],
  [{ kind: "retrieve", queries: "a" }, "an object with kind, queries"],
  [{ kind: "retrieve", queries: [1] }, "an object with kind, queries"],
  [{ kind: "answer" }, "an object with kind"],
  [{ kind: "answer", text: 7 }, "an object with kind, text"],
  [{ kind: "answer", text: "a", quotes: [null] }, "an object with kind, text, quotes"],
  [{ kind: "answer", text: "a", quotes: 1 }, "an object with kind, text, quotes"],
  [{ kind: "answer", text: "a", notes: "n" }, "an object with kind, text, notes"],
])("refuses %j", (action, shown) => {
  expect(() => checkedAction(action, policy)).toThrow(
    expect.objectContaining({
      code: "invalid-option",
      message: expect.stringMatching(new RegExp(`^The policy own must .* it gave ${shown}\\.$`)),
    }),
  );
});
