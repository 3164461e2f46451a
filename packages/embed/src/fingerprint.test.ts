import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fingerprint } from "./fingerprint.js";
import { openModelFolder, shippedModel } from "./model-folder.js";
import { modelFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";

const of = (path: string, more: readonly string[] = []): string =>
  fingerprint(openModelFolder(path), more);

/** Four megabytes that differ from place to place. */
const weights = Buffer.alloc(
  4 << 20,
  Uint8Array.from({ length: 997 }, (_, i) => i & 255),
);

describe("fingerprint", () => {
  it("is short, and the same for a copy of the files", () => {
    expect(of(shippedModel())).toMatch(/^[0-9a-f]{12}$/);
    expect(of(modelFolder())).toBe(of(shippedModel()));
  });

  it("sees a model whose weights all differ, at the start, at the end, and a byte more", () => {
    const original = of(modelFolder({ "onnx/model_quantized.onnx": weights }));
    const changed = [
      Buffer.concat([
        weights.subarray(0, 100_000),
        weights.subarray(100_001),
        weights.subarray(0, 1),
      ]),
      weights.with(0, 77),
      weights.with(weights.length - 1, 77),
      Buffer.concat([weights, Buffer.from([weights[0] as number])]),
    ];
    for (const bytes of changed) {
      expect(of(modelFolder({ "onnx/model_quantized.onnx": bytes }))).not.toBe(original);
    }
  });

  it("sees another tokenizer, another tokenizer config, and what else it is given", () => {
    const original = of(shippedModel());
    const tokenizer = readFileSync(join(shippedModel(), "tokenizer.json"), "utf8");
    expect(of(modelFolder({ "tokenizer.json": tokenizer.replace("##ing", "##gni") }))).not.toBe(
      original,
    );
    expect(of(modelFolder({ "tokenizer_config.json": "{}" }))).not.toBe(original);
    expect(of(shippedModel(), ["query: "])).not.toBe(original);
    expect(of(shippedModel(), ["a", "b"])).not.toBe(of(shippedModel(), ["ab"]));
  });

  it("takes a model smaller than one sample", () => {
    const small = of(modelFolder({ "onnx/model_quantized.onnx": "small" }));
    expect(of(modelFolder({ "onnx/model_quantized.onnx": "smalL" }))).not.toBe(small);
  });

  it("says so when a file has gone since", async () => {
    const path = modelFolder({ "onnx/model_quantized.onnx": "model" });
    const folder = openModelFolder(path);
    rmSync(folder.model);
    const thrown = await thrownBy("unreadable-input", () => fingerprint(folder, []));
    expect(thrown.cause).toMatchObject({ code: "ENOENT" });
    writeFileSync(folder.model, "model");
    expect(fingerprint(folder, [])).toHaveLength(12);
  });
});
