import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { extractive, summary } from "@psi/abstract";
import type { Abstract } from "@psi/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LlamaModel, llamaModel, MOST_TOKENS } from "./llama-model.js";

const shared = process.env.PSI_SHARED ?? fileURLToPath(new URL("../../shared", import.meta.url));
const file = join(shared, "models/smollm2-135m-instruct/SmolLM2-135M-Instruct.Q4_1.gguf");
const missing = !existsSync(file);

/** Ten groups of our own writing: two or three short texts about one thing. */
const GROUPS: readonly (readonly string[])[] = [
  [
    "The lighthouse of Hollin Point was built by Mara Quill in 1841.",
    "Its lamp burned whale oil until 1902.",
  ],
  [
    "The river Senn rises on Kestrel Moor.",
    "It reaches the sea at Oster.",
    "Otters live on its upper course.",
  ],
  ["Bram Tolliver founded the Oster paper mill.", "The mill closed after the flood of 1911."],
  ["The Oster museum keeps a brass telescope.", "Its founder, Ida Fenn, collected clocks."],
  ["Sheep graze on Kestrel Moor from May to October.", "The wool is sold at the fair in Oster."],
  ["The ferry to Little Skerry sails twice a day.", "In winter storms it stays in the harbour."],
  ["Ida Fenn wrote a book about tides.", "She measured them for eleven years from her window."],
  ["The bell of Saint Orrin's cracked in 1866.", "It was cast again from the old metal."],
  ["The school in Oster teaches boat building.", "Its pupils repaired the ferry in 1954."],
  ["A storm tore the roof from the granary.", "The grain was saved by the whole village."],
];

describe.skipIf(missing)(
  `a local model of 135 million parameters${missing ? ` (skipped: no ${file})` : ""}`,
  () => {
    let model: LlamaModel;
    beforeAll(async () => {
      model = await llamaModel(file, "smollm2-135m");
    });
    afterAll(() => model[Symbol.asyncDispose]());

    it("writes abstracts for ten groups, or says that another hand did", {
      timeout: 170_000,
    }, async () => {
      const abstracter = summary(model, { maxWords: 40, contextWindow: 2048 });
      const abstracts: Abstract[] = [];
      for (const texts of GROUPS) abstracts.push(await abstracter.abstract({ texts, layer: 1 }));
      for (const [i, { text }] of abstracts.entries()) {
        expect(text.trim(), `group ${i}`).not.toBe("");
        expect(text.split(/\s+/).length, `group ${i}: ${text}`).toBeLessThanOrEqual(80);
        expect(text, `group ${i}`).not.toMatch(/<think>|<\|im_|^summary:/i);
      }
      // The smallest of models: most replies must be usable, and each that is not is told of.
      const fallback = extractive().name;
      const own = abstracts.filter(({ notes }) => !notes.some((note) => note.includes(fallback)));
      expect(own.length).toBeGreaterThanOrEqual(5);
      expect(new Set(abstracts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(9);
    });

    it("stops in the middle of an answer when aborted", async () => {
      const controller = new AbortController();
      const before = model.tokens();
      const writing = summary(model).abstract(
        { texts: GROUPS[0]!, layer: 1 },
        { signal: controller.signal },
      );
      writing.catch(() => {});
      while (model.tokens() === before) await new Promise((resolve) => setTimeout(resolve, 1));
      controller.abort(new Error("enough"));
      await expect(writing).rejects.toThrow("enough");
      await model.idle();
      expect(model.tokens() - before).toBeLessThan(MOST_TOKENS);
    });
  },
);
