import { expect, it } from "vitest";
import { loadRuntime } from "./onnx-runtime.js";
import { fakeRuntime } from "./testing/fake-runtime.js";
import { thrownBy } from "./testing/thrown-by.js";

it("loads the runtime that is installed", async () => {
  const runtime = await loadRuntime();
  expect(typeof runtime.InferenceSession.create).toBe("function");
  expect(new runtime.Tensor("int64", new BigInt64Array(2), [1, 2]).dims).toEqual([1, 2]);
});

it("finds a CommonJS module's names on its default export", async () => {
  const runtime = fakeRuntime(() => new Float32Array());
  expect(await loadRuntime(async () => ({ default: runtime }))).toBe(runtime);
});

it("says what to install when there is none, and keeps the cause", async () => {
  const cause = new Error("Cannot find package 'onnxruntime-node'");
  const thrown = await thrownBy("missing-dependency", () =>
    loadRuntime(() => Promise.reject(cause)),
  );
  expect(thrown).toMatchObject({ cause });
  expect(thrown.message).toContain("Install @psi/embed again");
  expect(thrown.message).toContain(process.arch);
});
