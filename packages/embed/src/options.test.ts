import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { localEmbedder } from "./local-embedder.js";
import { shippedModel } from "./model-folder.js";
import { modelFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";

const embedder = localEmbedder();
afterAll(() => embedder.close());

describe("bad input", () => {
  it("names the place of a text that is no string", async () => {
    const texts = ["a", undefined, 3] as unknown as string[];
    const thrown = await thrownBy("invalid-option", () => embedder.embedDocuments(texts));
    expect(thrown.message).toContain("position 1");
  });

  it.each([
    ["a list", (subject: typeof embedder) => subject.embedDocuments("text" as never)],
    ["a query", (subject: typeof embedder) => subject.embedQuery(null as never)],
    ["a text to count", (subject: typeof embedder) => subject.countTokens({} as never)],
  ])("refuses what is not %s", async (_, call) => {
    await thrownBy("invalid-option", () => call(embedder));
  });

  it.each([
    ["model", { model: "" }],
    ["model", { model: 5 }],
    ["pooling", { pooling: "max" }],
    ["threads", { threads: 0 }],
    ["threads", { threads: 1.5 }],
    ["maxTokens", { maxTokens: 2 }],
    ["maxTokens", { maxTokens: 513 }],
    ["queryPrefix", { queryPrefix: 7 }],
  ])("refuses %s in %j at once", async (option, options) => {
    const thrown = await thrownBy("invalid-option", () => localEmbedder(options as never));
    expect(thrown.message).toContain(option);
  });

  it("says at once that a folder holds no model, and later that its files are broken", async () => {
    expect(() => localEmbedder({ model: "nowhere" })).toThrow(/nowhere has no file config\.json/);
    const subject = localEmbedder({
      model: modelFolder({ "onnx/model_quantized.onnx": "broken" }),
    });
    await thrownBy("unreadable-input", () => subject.embedQuery("a"));
  });

  it("takes a folder whose name has spaces and other letters", async () => {
    const path = join(modelFolder(), "模型 of mine");
    symlinkSync(shippedModel(), path);
    const subject = localEmbedder({ model: path });
    expect(await subject.embedDocuments(["a"])).toEqual(await embedder.embedDocuments(["a"]));
    expect(subject.name).toMatch(/^模型 of mine\//);
    await subject.close();
  });
});
