import type { AgentStep, ScoredNode } from "@psi/core";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { noUsage } from "../usage-sum.js";
import { columns } from "./columns.js";
import { stepLines } from "./step.js";

const paint = pico.createColors(false);
const asked = {
  ...noUsage,
  modelCalls: 1,
  promptTokens: 800,
  completionTokens: 12,
  milliseconds: 400,
};
const found = (...titles: readonly string[]): readonly ScoredNode[] =>
  titles.map((title, at) => ({
    node: { id: `n${at}`, layer: 0, text: "t", metadata: title === "" ? {} : { title } },
    score: 1,
  })) as unknown as readonly ScoredNode[];
const shown = (step: AgentStep, width = 80): readonly string[] => stepLines(step, width, paint);

describe("stepLines", () => {
  it("shows what was thought and what is looked up, and what asking for it cost", () => {
    const action = {
      kind: "retrieve",
      thought: "It was Edda [1].",
      queries: ["birthplace of Edda", "Edda's boats"],
      prompt: "read-and-answer/1",
      notes: ["Asked again."],
    } as const;
    expect(shown({ kind: "decision", action, usage: asked })).toEqual([
      "Thought   It was Edda [1].",
      "Look up   birthplace of Edda",
      "Look up   Edda's boats".replace("Look up", "       "),
      "Note      Asked again.",
      "          read-and-answer/1 · 1 model call, 812 tokens · 0.40 s",
    ]);
  });

  it("shows a plan with what is answered of it, and an answer", () => {
    const plan = [{ question: "Who?", answer: "Edda" }, { question: "Where was #1 born?" }];
    const action = { kind: "retrieve", queries: ["Where was Edda born?"], plan } as const;
    expect(shown({ kind: "decision", action, usage: noUsage }).slice(0, 2)).toEqual([
      "Plan      #1 Who? → Edda",
      "          #2 Where was #1 born?",
    ]);
    const answer = { kind: "answer", text: "Harrow\u001b[2J [2]" } as const;
    expect(shown({ kind: "decision", action: answer, usage: noUsage })).toEqual([
      "Answer    Harrow [2]",
    ]);
  });

  it("shows what each query found, on a line of its own", () => {
    const lists = [found("One", ""), found(), found(...Array(9).fill("A long title of a passage"))];
    const step = {
      kind: "retrieval",
      round: 1,
      milliseconds: 12,
      queries: [],
      found: lists,
    } as const;
    const lines = shown(step);
    expect(lines.slice(0, 2)).toEqual([
      "Found     2 passages in 0.01 s: One; n1",
      "          nothing",
    ]);
    expect(lines.length).toBe(3);
    expect(Math.max(...lines.map(columns))).toBeLessThanOrEqual(80);
  });

  it("shows how a question was rewritten, and leaves the answer to others", () => {
    const rewriting = {
      kind: "rewriting",
      question: "And he?",
      standalone: "Where was Olle born?",
      prompt: "follow-up/1",
      notes: ["Hm."],
      usage: asked,
    } as const;
    expect(shown(rewriting)).toEqual([
      "Asked as  Where was Olle born?",
      "Note      Hm.",
      "          follow-up/1 · 1 model call, 812 tokens · 0.40 s",
    ]);
    expect(shown({ kind: "answer", answer: {} as never })).toEqual([]);
  });
});
