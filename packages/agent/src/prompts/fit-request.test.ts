import { type Evidence, estimateTokens } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evidenceOf } from "../testing/made-evidence.js";
import { fitRequest } from "./fit-request.js";
import { promptFor } from "./prompt-for.js";

const prompt = promptFor({
  task: "read-and-answer",
  length: "short",
  language: "en",
  protocol: "text",
});
const withTools = promptFor({
  task: "read-and-answer",
  length: "short",
  language: "en",
  protocol: "tools",
});
const passages: readonly Evidence[] = evidenceOf(
  Array.from({ length: 40 }, (_, i) =>
    `Passage number ${i} tells of the river Orrin and its ${i} bridges. `.repeat(8),
  ),
);
const request = { question: "How many bridges has the Orrin?", asked: [], retrievalsLeft: 2 };
const tokensOf = (messages: readonly (readonly [string, string])[]): number =>
  messages.reduce((sum, [, text]) => sum + estimateTokens(text), 0);
const given = (messages: readonly (readonly [string, string])[]): number =>
  messages.at(-1)?.[1].match(/<passage number=/g)?.length ?? 0;

describe("fitRequest", () => {
  it("leaves room for the reply, in any window", () => {
    const window = fc.integer({ min: 1_536, max: 40_000 });
    const length = fc.constantFrom("short", "medium", "long");
    fc.assert(
      fc.property(
        window,
        length,
        fc.constantFrom(prompt, withTools),
        (contextTokens, answerLength, asking) => {
          const { messages } = fitRequest(asking, request, passages, {
            contextTokens,
            answerLength,
          });
          const tools = estimateTokens(JSON.stringify(asking.tools));
          expect(tokensOf(messages) + tools).toBeLessThanOrEqual(
            contextTokens - Math.min(300, contextTokens / 5),
          );
          expect(given(messages)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("gives more passages in a wider window, and fewer beside a longer answer", () => {
    const at = (contextTokens: number, answerLength: "short" | "long"): number =>
      given(fitRequest(prompt, request, passages, { contextTokens, answerLength }).messages);
    expect(at(4_096, "short")).toBeGreaterThan(at(2_048, "short"));
    expect(at(4_096, "short")).toBeGreaterThan(at(4_096, "long"));
    expect(at(40_000, "short")).toBe(40);
  });

  it("keeps to evidenceTokens where it is given", () => {
    const room = { contextTokens: 8_192, evidenceTokens: 300, answerLength: "short" } as const;
    const { messages, notes } = fitRequest(prompt, request, passages, room);
    expect(tokensOf(messages)).toBeLessThan(1_100);
    expect(given(messages)).toBeGreaterThan(0);
    expect(notes.join()).toMatch(/of 40 passages did not fit into 300 tokens/);
  });

  it.each([
    ["x".repeat(100_000)],
    ["word ".repeat(20_000)],
    ["桥".repeat(100_000)],
    ["👩‍👩‍👧".repeat(20_000)],
  ])("cuts a question of 100 kB, and tells", (question) => {
    const room = { contextTokens: 2_048, answerLength: "short" } as const;
    const { messages, notes } = fitRequest(prompt, { ...request, question }, passages, room);
    expect(tokensOf(messages)).toBeLessThan(2_048);
    expect(messages.at(-1)?.[1]).not.toMatch(/\p{Surrogate}/u);
    expect(notes).toContain("The question was cut to fit into the window.");
  });

  it("leaves a question that fits as it is", () => {
    const room = { contextTokens: 2_048, answerLength: "short" } as const;
    const { messages, notes } = fitRequest(prompt, request, passages.slice(0, 1), room);
    expect(messages.at(-1)?.[1]).toContain(`Question: ${request.question}\n`);
    expect(notes).toEqual([]);
  });

  it("lists the latest queries where not all have room", () => {
    const asked = Array.from({ length: 60 }, (_, i) => `query ${i} about the bridges of the river`);
    const room = { contextTokens: 2_048, answerLength: "short" } as const;
    const words = fitRequest(prompt, { ...request, asked }, passages, room).messages.at(
      -1,
    )?.[1] as string;
    expect(words).toContain("- query 59 about");
    expect(words).not.toContain("- query 0 about");
    expect(words.indexOf("query 58 ")).toBeLessThan(words.indexOf("query 59 "));
  });
});
