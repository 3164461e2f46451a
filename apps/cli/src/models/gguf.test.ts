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

describe.skipIf(!present)(
  `openGguf${present ? "" : " (skipped: no test model beside the repository)"}`,
  { timeout: 120_000 },
  () => {
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
      const reply = await ask(
        [
          ["system", "Answer in one sentence."],
          ["user", "What is a ship?"],
        ],
        { maxTokens: 24 },
      );
      expect(reply).toMatch(/\w+ \w+/);
      expect(reply.split(/\s+/).length).toBeLessThanOrEqual(24);
    });

    it("tells what it read and wrote", async () => {
      const request = [["user", "What is a ship?"]] as const;
      const reply = (await opened.model.invoke(
        request as never,
        { maxTokens: 8 } as never,
      )) as unknown as {
        usage_metadata?: { input_tokens: number; output_tokens: number };
      };
      const { input_tokens = 0, output_tokens = 0 } = reply.usage_metadata ?? {};
      expect(input_tokens).toBeGreaterThan(5);
      expect(input_tokens).toBeLessThan(60);
      expect(output_tokens).toBeGreaterThan(0);
      expect(output_tokens).toBeLessThanOrEqual(9);
    });

    it("knows its own words from those of who asks", async () => {
      const said = await ask(
        [
          ["system", "Answer in one word."],
          ["user", "What is the capital of France?"],
          ["ai", "Paris"],
          ["user", "What is the capital of Italy?"],
        ],
        { maxTokens: 8 },
      );
      expect(said).toMatch(/Rome/);
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
      const talking = ask([["user", "Count to a thousand in words."]], {
        maxTokens: 4000,
        signal: controller.signal,
      });
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
  },
);
