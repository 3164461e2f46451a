import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadRuntime } from "./onnx-runtime.js";
import { refuseCrashingRuntimes } from "./refuse-crashing-runtimes.js";
import { temporaryFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";

/** A file in place of a native library; loading it fails, since it is none. */
function library(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

const load = (path: string): void => process.dlopen({ exports: {} }, path);
const withVariable = "…_ZN3Ort6GlobalIvE4api_E…";

it("refuses another onnxruntime-node that shares our variable, and loads everything else", async () => {
  const original = process.dlopen;
  onTestFinished(() => {
    process.dlopen = original;
  });
  refuseCrashingRuntimes();
  const crashing = library("onnxruntime_binding.node", withVariable);
  const thrown = await thrownBy("runtime-conflict", () => load(crashing));
  expect(thrown.message).toContain(crashing);
  for (const harmless of [
    library("onnxruntime_binding.node", "a newer one"),
    library("lmdb.node", withVariable),
  ]) {
    expect(() => load(harmless)).toThrow(/file too short|invalid|not a/i);
  }
  expect((await loadRuntime()).Tensor).toBeDefined();
});

it("changes the loader once, however often it is called", () => {
  refuseCrashingRuntimes();
  const changed = process.dlopen;
  refuseCrashingRuntimes();
  expect(process.dlopen).toBe(changed);
});
