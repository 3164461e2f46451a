import { createRequire } from "node:module";
import { expect, it, onTestFinished } from "vitest";
import { defaultRuntime } from "./default-runtime.js";
import { processRuntime } from "./process-runtime.js";

const require = createRequire(import.meta.url);

it("is loaded into this process where there is no other one", async () => {
  expect(await defaultRuntime()).toBe(await defaultRuntime());
  expect(await defaultRuntime()).not.toBe(processRuntime);
});

it("runs in processes of its own where another one is loaded", async () => {
  const other = "/elsewhere/onnxruntime_binding.node";
  require.cache[other] = require.cache[require.resolve("onnxruntime-1.17")];
  onTestFinished(() => {
    delete require.cache[other];
  });
  expect(await defaultRuntime()).toBe(processRuntime);
});
