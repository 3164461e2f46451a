import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openModelFolder, shippedModel } from "./model-folder.js";
import { loadRuntime, type OnnxRuntime } from "./onnx-runtime.js";
import { loadModel, type Pooling, type SentenceModel } from "./sentence-model.js";
import { fakeRuntime } from "./testing/fake-runtime.js";
import { configOf, modelFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";
import { tinyOnnx } from "./testing/tiny-onnx.js";

const load = (
  runtime: OnnxRuntime,
  path: string,
  pooling: Pooling = "cls",
): Promise<SentenceModel> =>
  loadModel(runtime, openModelFolder(path), { threads: 1, pooling, maxTokens: 512 });

/** A folder whose config promises vectors of three numbers. */
const ofThree = (): string => modelFolder({ "config.json": configOf(3) });

describe("a model file", () => {
  it("may be any that takes ids and gives rows", async () => {
    const folder = modelFolder({
      "onnx/model_quantized.onnx": tinyOnnx(),
      "config.json": configOf(1),
    });
    const model = await load(await loadRuntime(), folder);
    expect(await model.vectorOf([101, 102])).toEqual([1]);
    await model.close();
  });

  it.each([
    ["is cut short", readFileSync(openModelFolder(shippedModel()).model).subarray(0, 1_000_000)],
    ["is empty", new Uint8Array()],
    ["is something else", "<html>404</html>"],
  ])("that %s is named, with the cause", async (_, bytes) => {
    const folder = modelFolder({ "onnx/model_quantized.onnx": bytes });
    const runtime = await loadRuntime();
    const thrown = await thrownBy("unreadable-input", () => load(runtime, folder));
    expect(thrown.message).toContain("model_quantized.onnx cannot be loaded");
    expect(thrown.cause).toBeInstanceOf(Error);
  });

  it.each([
    ["inputs", { input: "pixel_values" }],
    ["ids", { input: "attention_mask" }],
  ])("without the expected %s is refused, and what it has is said", async (_, names) => {
    const folder = modelFolder({ "onnx/model_quantized.onnx": tinyOnnx(names) });
    const runtime = await loadRuntime();
    const thrown = await thrownBy("unreadable-input", () => load(runtime, folder));
    expect(thrown.message).toContain(`it takes ${names.input} and gives last_hidden_state`);
  });

  it("with several outputs must have last_hidden_state among them, and is released when it has not", async () => {
    const runtime = fakeRuntime(() => new Float32Array(), { outputNames: ["logits", "loss"] });
    const thrown = await thrownBy("unreadable-input", () => load(runtime, ofThree()));
    expect(thrown.message).toContain("gives logits, loss");
    expect([runtime.created(), runtime.open()]).toEqual([1, 0]);
    const good = fakeRuntime(() => Float32Array.of(3, 0, 4), {
      inputNames: ["input_ids"],
      outputNames: ["logits", "last_hidden_state"],
    });
    expect(await (await load(good, ofThree())).vectorOf([7])).toEqual(
      [0.6, 0, 0.8].map(Math.fround),
    );
  });

  it("whose rows have another width than the config says is refused", async () => {
    const folder = modelFolder({
      "onnx/model_quantized.onnx": tinyOnnx(),
      "config.json": configOf(2),
    });
    const model = await load(await loadRuntime(), folder);
    const thrown = await thrownBy("unreadable-input", () => model.vectorOf([101, 5, 102]));
    expect(thrown.message).toMatch(/\[1,3\].*\[1,3,2\]/);
    await model.close();
  });
});

describe("vectorOf", () => {
  const rows = fc.integer({ min: 1, max: 6 }).chain((length) =>
    fc.array(fc.float({ min: Math.fround(0.1), max: 8, noNaN: true }), {
      minLength: length * 3,
      maxLength: length * 3,
    }),
  );

  it.each(["cls", "mean"] as const)("pools by %s and has length 1", async (pooling) => {
    let numbers: readonly number[] = [];
    const model = await load(
      fakeRuntime(() => Float32Array.from(numbers)),
      ofThree(),
      pooling,
    );
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        numbers = given;
        const length = given.length / 3;
        const used = pooling === "cls" ? 1 : length;
        const mean = [0, 1, 2].map((column) => {
          let sum = 0;
          for (let row = 0; row < used; row++) sum += given[row * 3 + column] as number;
          return sum / used;
        });
        const expected = mean.map((value) => value / Math.hypot(...mean));
        const vector = await model.vectorOf(new Array(length).fill(1));
        vector.forEach((value, i) => {
          expect(value).toBeCloseTo(expected[i] as number, 6);
        });
        expect(vector).toEqual(vector.map(Math.fround));
      }),
    );
  });

  it.each([
    ["zeros", [0, 0, 0]],
    ["NaN", [1, Number.NaN, 0]],
    ["infinity", [1, Number.POSITIVE_INFINITY, 0]],
  ])("refuses a vector of %s", async (_, numbers) => {
    const model = await load(
      fakeRuntime(() => Float32Array.from(numbers)),
      ofThree(),
    );
    await thrownBy("embedder-failed", () => model.vectorOf([1]));
  });

  it("keeps the cause when a run fails, and works afterwards", async () => {
    const cause = new Error("out of memory");
    let failing = true;
    const runtime = fakeRuntime(() => {
      if (failing) throw cause;
      return Float32Array.of(1, 0, 0);
    });
    const model = await load(runtime, ofThree());
    const thrown = await thrownBy("embedder-failed", () => model.vectorOf([1]));
    expect(thrown.cause).toBe(cause);
    failing = false;
    expect(await model.vectorOf([1])).toEqual([1, 0, 0]);
  });
});

describe("close", () => {
  it("waits for the run in progress, then gives the session back", async () => {
    let finish: (rows: Float32Array) => void = () => {};
    const runtime = fakeRuntime(() => new Promise((resolve) => (finish = resolve)));
    const model = await load(runtime, ofThree());
    const vector = model.vectorOf([1]);
    await new Promise(setImmediate);
    const closed = model.close();
    await new Promise(setImmediate);
    expect(runtime.open()).toBe(1);
    finish(Float32Array.of(0, 1, 0));
    await closed;
    expect(runtime.open()).toBe(0);
    expect(await vector).toEqual([0, 1, 0]);
    await thrownBy("embedder-failed", () => model.vectorOf([1]));
  });
});
