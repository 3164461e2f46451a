import { createHash } from "node:crypto";
import { estimateTokens } from "@psi/core";
import { describe, expect, it } from "vitest";
import { hashes } from "../testing/prompt-hashes.js";
import { promptFor } from "./prompt-for.js";
import { knowing, nextSentencePrompt, partPrompt, planPrompt } from "./stepwise-prompt.js";
import { stepwiseWords } from "./stepwise-words.js";

const request = {
  question: "Q?",
  passages: '<passage number="1">\nP\n</passage>',
  asked: [],
  retrievalsLeft: 1,
};

const said = (prompt: Pick<ReturnType<typeof promptFor>, "messages">): string =>
  prompt
    .messages(request)
    .map(([role, words]) => `${role}: ${words}`)
    .join("\n");

const prompts = (["en", "zh"] as const).flatMap((language) => [
  nextSentencePrompt(language, ["One thing is so [1]."]),
  planPrompt(language),
  partPrompt(language),
]);

describe.each(prompts.map((prompt) => [prompt.name, prompt] as const))("%s", (name, prompt) => {
  it("is what its version says, and short", () => {
    const hash = createHash("sha256").update(said(prompt)).digest("hex").slice(0, 12);
    expect({ [name]: hash }).toEqual({ [name]: hashes[name] });
    expect(estimateTokens(said(prompt))).toBeLessThan(500);
  });

  it("asks the question, over the passages where there are to be any", () => {
    expect(said(prompt)).toMatch(/(?:Question:|问题：) Q\?/);
    expect(said(prompt).includes(request.passages)).toBe(!name.startsWith("plan"));
  });
});

describe.each(["en", "zh"] as const)("follow-up/%s", (language) => {
  it("is what its version says", () => {
    const words = stepwiseWords[language];
    const { followUp, history, asked, answered, writeFollowUp } = words;
    const all = [followUp, history, asked, answered, writeFollowUp].join("\n");
    const name = `follow-up/${language}/${words.version}`;
    const hash = createHash("sha256").update(all).digest("hex").slice(0, 12);
    expect({ [name]: hash }).toEqual({ [name]: hashes[name] });
  });
});

describe("knowing", () => {
  it("shows what was found out behind the passages, before the question", () => {
    const prompt = promptFor({
      task: "last-round",
      length: "short",
      language: "en",
      protocol: "text",
    });
    const text = said(knowing(prompt, "en", "partsAnswered", ["Who? Pask"]));
    const places = ["\nP\n", "- Who? Pask", "Question: Q?"].map((part) => text.lastIndexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(-1);
    expect(said(knowing(prompt, "en", "soFar", []))).toBe(said(prompt));
  });
});
