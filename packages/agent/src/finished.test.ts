import { type AgentAction, type Ending, PsiError, type Round } from "@psi/core";
import { expect, it } from "vitest";
import { evidenceOf } from "./evidence/testing.js";
import { finished } from "./finished.js";
import { usageMeter } from "./meter/usage-meter.js";

const evidence = evidenceOf(["Paris [5] is the capital. It is old.", "Rome is older."]);

function answerOf(
  action: AgentAction | undefined,
  ending: Ending,
  thrown?: unknown,
  found = evidence,
) {
  const state = {
    question: "capital",
    rounds: [] as readonly Round[],
    evidence: found,
    actions: [],
    retrievalsLeft: 0,
  };
  const end = { state, ending, meter: usageMeter(), thrown, ...(action && { action }) };
  const step = finished(end);
  if (step.kind !== "answer") throw new Error("It is no answer.");
  return step.answer;
}

it("gives the policy's text, its marks cited, unknown ones told behind its own notes", () => {
  const action = { kind: "answer", text: " Rome [2][7]. ", notes: ["own"] } as const;
  expect(answerOf(action, "answered")).toMatchObject({
    text: "Rome [2].",
    answered: true,
    citations: [{ number: 2, passageId: "p2", start: 0, end: 14 }],
    evidence,
    ending: "answered",
    notes: ["own", "The answer cites [7], which no passage has; dropped."],
    usage: { modelCalls: 0 },
  });
});

it("leaves quoted text as it is, whatever looks like marks in it", () => {
  const quotes = [{ number: 1, start: 0, end: 25 }];
  const action = { kind: "answer", text: "Paris [5] is the capital. [1]", quotes } as const;
  expect(answerOf(action, "answered")).toMatchObject({
    text: action.text,
    citations: [{ number: 1, start: 0, end: 25 }],
    notes: [],
  });
});

it.each(["", "  ", "[9]", "Not mentioned.", "未提及"])("is no answer: %j", (text) => {
  const answer = answerOf({ kind: "answer", text }, "answered");
  expect(answer.answered).toBe(false);
  expect(answer.text).not.toBe("");
});

it("does not take a text for an answer that came with a retrieval too many", () => {
  const answer = answerOf({ kind: "retrieve", queries: ["more"] }, "retrievals");
  expect([answer.text, answer.answered, answer.citations]).toEqual(["Not mentioned", false, []]);
});

it.each<[Ending, string]>([
  ["tokens", "The limit of tokens was reached"],
  ["cost", "The limit of cost was reached"],
  ["timeout", "The time was over"],
  ["aborted", "It was stopped"],
  ["failed", "The model failed"],
])("quotes what was found when it ended by %s, and tells", (ending, why) => {
  const thrown = new PsiError("model-failed", "503");
  const answer = answerOf(undefined, ending, thrown);
  expect(answer.text).toContain("Paris ⟦5⟧ is the capital. [1]");
  expect(answer.citations).toHaveLength(2);
  expect(answer.notes).toEqual([`${why}, so the best sentences found until then are quoted.`]);
  expect(answer.error).toBe(ending === "failed" ? thrown : undefined);
  for (const found of [[], evidenceOf([" \n"])]) {
    const empty = answerOf(undefined, ending, thrown, found);
    expect([empty.text, empty.notes]).toEqual([
      "Not mentioned",
      [`${why}, before anything was found.`],
    ]);
  }
});
