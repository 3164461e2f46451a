import type { ChatModel } from "@psi/core";
import { describe, expect, it } from "vitest";
import type { AgentFlags } from "./agent-flags.js";
import { askOptions } from "./ask-options.js";

const opened = () => ({
  model: { invoke: async () => ({ content: "" }) } as unknown as ChatModel,
  contextTokens: 4096,
  close: async () => {},
});
const options = (flags: Partial<AgentFlags>, withModel = true) =>
  askOptions({ limit: 5, ...flags }, withModel ? opened() : undefined);

describe("askOptions", () => {
  it("hands on what was asked for, and nothing else", async () => {
    expect(await options({}, false)).toEqual({ limit: 5 });
    expect(
      await options({
        ...{ answerLength: "long", protocol: "text", maxRetrievals: "auto", maxTokens: 9 },
        ...{ maxCost: 0, pricePrompt: 1, priceCompletion: 2, timeout: 1.5, retriever: "words" },
      }),
    ).toEqual({
      limit: 5,
      model: expect.anything(),
      contextTokens: 4096,
      answerLength: "long",
      protocol: "text",
      maxRetrievals: "auto",
      maxTokens: 9,
      maxCost: 0,
      prices: { prompt: 1, completion: 2 },
      timeout: 1500,
      retriever: "words",
    });
  });

  it.each(["single-pass", "interleave", "decompose", "extractive"] as const)(
    "makes the policy %s",
    async (policy) => {
      expect((await options({ policy })).policy?.name).toBe(policy);
    },
  );

  it("leaves its own choice to the index", async () => {
    expect(await options({ policy: "read-and-answer" })).not.toHaveProperty("policy");
    expect(await options({ policy: "extractive" }, false)).not.toHaveProperty("policy");
  });

  it("looks up a script, as many rounds as it has unless told otherwise", async () => {
    const script = ["one", "two", "three", "four"];
    expect(await options({ script }, false)).toMatchObject({
      policy: { name: "scripted" },
      maxRetrievals: 4,
    });
    expect((await options({ script, maxRetrievals: 2 })).maxRetrievals).toBe(2);
    await expect(options({ script: [" "] })).rejects.toMatchObject({ code: "invalid-option" });
  });
});
