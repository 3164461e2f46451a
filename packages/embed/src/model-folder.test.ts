import { describe, expect, it } from "vitest";
import { openModelFolder, readJson, shippedModel } from "./model-folder.js";
import { configOf, modelFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";

const failure = (run: () => unknown): Promise<Error> => thrownBy("unreadable-input", run);

describe("openModelFolder", () => {
  it("reads the model that ships", () => {
    const folder = openModelFolder(shippedModel());
    expect(folder).toMatchObject({ name: "bge-small-en-v1.5", dimensions: 384, maxPositions: 512 });
    expect(folder.model).toMatch(/model_quantized\.onnx$/);
  });

  it("takes width and length from the config", () => {
    const folder = openModelFolder(modelFolder({ "config.json": configOf(12, 64) }));
    expect(folder).toMatchObject({ dimensions: 12, maxPositions: 64 });
  });

  it.each([
    "config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "onnx/model_quantized.onnx",
  ] as const)("names %s when it is missing", async (name) => {
    const folder = modelFolder({ [name]: null });
    expect((await failure(() => openModelFolder(folder))).message).toContain(
      `${folder} has no file ${name}`,
    );
  });

  it("names a folder that does not exist", async () => {
    expect((await failure(() => openModelFolder("no/such/folder"))).message).toContain(
      "no/such/folder",
    );
  });

  it.each([
    ["no JSON", "{"],
    ["no object", "null"],
  ])("says which file is %s", async (_, text) => {
    const folder = modelFolder({ "config.json": text });
    const thrown = await failure(() => openModelFolder(folder));
    expect(thrown.message).toContain("config.json");
    expect(thrown.cause).toBeInstanceOf(Error);
  });

  it.each([[undefined], ["384"], [0], [1.5]])("refuses hidden_size %s", async (value) => {
    const folder = modelFolder({ "config.json": configOf(value) });
    expect((await failure(() => openModelFolder(folder))).message).toContain("hidden_size");
  });
});

describe("readJson", () => {
  it("keeps the cause when there is no such file", async () => {
    expect((await failure(() => readJson("no-such-file.json"))).cause).toMatchObject({
      code: "ENOENT",
    });
  });
});
