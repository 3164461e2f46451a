import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hasOtherRuntime, isOtherBinding } from "./other-runtime.js";
import { temporaryFolder } from "./testing/folders.js";

const require = createRequire(import.meta.url);
const own = dirname(require.resolve("onnxruntime-1.17/package.json"));

/** A folder of a program, below the one where its only package is installed. */
function programWith(name: string): string {
  const project = temporaryFolder();
  mkdirSync(join(project, "node_modules", name), { recursive: true });
  return join(project, "src");
}

it("is false where this package's own onnxruntime-node is the only one", () => {
  expect(hasOtherRuntime()).toBe(false);
});

it.each(["onnxruntime-node", "@huggingface/transformers"])(
  "is true where the program can load %s",
  (name) => {
    expect(hasOtherRuntime([programWith(name)])).toBe(true);
    expect(hasOtherRuntime([programWith("something-else")])).toBe(false);
  },
);

it("is false where the program's onnxruntime-node is the same folder as ours", () => {
  const folder = programWith("something-else");
  symlinkSync(own, join(folder, "../node_modules/onnxruntime-node"));
  expect(hasOtherRuntime([folder])).toBe(false);
});

it("is true once another one is loaded, wherever it is", () => {
  const path = "/elsewhere/onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node";
  require.cache[path] = require.cache[require.resolve("onnxruntime-1.17")];
  onTestFinished(() => {
    delete require.cache[path];
  });
  expect(hasOtherRuntime([])).toBe(true);
});

it("tells another native part from ours", () => {
  expect(isOtherBinding("/elsewhere/onnxruntime_binding.node")).toBe(true);
  expect(isOtherBinding(join(own, "bin/onnxruntime_binding.node"))).toBe(false);
  expect(isOtherBinding("/elsewhere/lmdb.node")).toBe(false);
});
