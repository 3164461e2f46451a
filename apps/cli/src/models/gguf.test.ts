import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { replyText } from "@psi/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGguf } from "./gguf.js";
import type { OpenedModel } from "./opened-model.js";

const { env } = process;
const shared = env.PSI_SHARED ?? resolve(import.meta.dirname, "../../../../../shared");
const path = `${shared}/models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf`;
const present = existsSync(path);

describe.skipIf(!present)(`openGguf${present ? "" : " (skipped: no test model beside the repository)"}`, { timeout: 120_000 }, () => {
  let opened: OpenedModel;
  // The slice of `invoke` that these tests use.
  let ask: (messages: [string, string][], settings?: object) => Promise<string>;
  beforeAll(async () => {
    opened = await openGguf({ kind: "gguf", name: path });
    ask = async (messages, settings) =>
      replyText(await opened.model.invoke(messages, settings as never));
  });
  afterAll(() => opened.close());

  it("is named after its file, and knows its window", () => {
    expect(opened.model).toMatchObject({ name: "gguf:SmolLM2-135M-Instruct.Q4_1.gguf" });
    expect(opened.contextTokens).toBe(7372);
  });

  it("answers in words, within the tokens it is given", async () => {
    const reply = await ask([["system", "Answer in one sentence."], ["user", "What is a ship?"]], { maxTokens: 24 });
    expect(reply).toMatch(/\w+ \w+/);
    expect(reply.split(/\s+/).length).toBeLessThanOrEqual(24);
  });

  it("answers alike to the same request, and remembers nothing of the one before", async () => {
    const question: [string, string][] = [["user", "Name a colour."]];
    const first = await ask(question, { maxTokens: 8 });
    const [, again] = await Promise.all([
      ask([["user", "My name is Edda. Say it."]], { maxTokens: 8 }),
      ask(question, { maxTokens: 8 }),
    ]);
    expect(again).toBe(first);
  });

  it("stops when its signal does, and answers the next request", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const talking = ask([["user", "Count to a thousand in words."]], { maxTokens: 4000, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 200);
    await expect(talking).rejects.toBe(reason);
    await expect(ask([["user", "Hi"]], { signal: controller.signal })).rejects.toBe(reason);
    expect(await ask([["user", "Name a colour."]], { maxTokens: 8 })).not.toBe("");
  });

  it("refuses a request that would not fit, instead of losing its beginning", async () => {
    await expect(ask([["user", "word ".repeat(9000)]])).rejects.toMatchObject({
      code: "model-failed",
      message: expect.stringContaining("8192"),
    });
  });
});
