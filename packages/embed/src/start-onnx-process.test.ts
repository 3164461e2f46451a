import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openModelFolder, shippedModel } from "./model-folder.js";
import { startOnnxProcess } from "./start-onnx-process.js";
import { modelFolder, temporaryFolder } from "./testing/folders.js";
import { thrownBy } from "./testing/thrown-by.js";

const { model } = openModelFolder(shippedModel());
const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** A program in a folder where nothing is installed. */
function program(code: string): string {
  const path = join(temporaryFolder(), "program.cjs");
  writeFileSync(path, code);
  return path;
}

describe("a process that cannot run the model", () => {
  it.each([
    ["ends early", () => program("process.exit(3)"), "ended early (exit code 3)"],
    ["is killed", () => program("process.kill(process.pid, 'SIGKILL')"), "ended early (SIGKILL)"],
    ["has no program", () => join(temporaryFolder(), "gone.cjs"), "gone.cjs is missing"],
  ])("is an error that says what to do when it %s", async (_, path, message) => {
    const thrown = await thrownBy("embedder-failed", () => startOnnxProcess(model, {}, path()));
    expect(thrown.message).toContain(message);
    expect(thrown.message).toContain("pass onnxruntime-node as the option runtime");
  });

  it("is an error that names the executable when it cannot be started", async () => {
    const { execPath } = process;
    onTestFinished(() => {
      process.execPath = execPath;
    });
    process.execPath = join(temporaryFolder(), "node");
    const thrown = await thrownBy("embedder-failed", () => startOnnxProcess(model, {}));
    expect(thrown.message).toContain(`Allow this program to start ${process.execPath}`);
    expect(thrown.cause).toMatchObject({ code: "ENOENT" });
  });

  it("says so when onnxruntime-node is not installed", async () => {
    const path = join(temporaryFolder(), "onnx-process.cjs");
    // Package managers set it for the tools they start.
    vi.stubEnv("NODE_PATH", "");
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    copyFileSync(join(dist, "onnx-process.cjs"), path);
    const thrown = await thrownBy("missing-dependency", () => startOnnxProcess(model, {}, path));
    expect(thrown.message).toContain("Install @psi/embed again");
    expect(thrown.cause).toBeInstanceOf(Error);
  });

  it("gives the runtime's own error for a broken model", async () => {
    const broken = join(
      modelFolder({ "onnx/model_quantized.onnx": "broken" }),
      "onnx/model_quantized.onnx",
    );
    await expect(startOnnxProcess(broken, {})).rejects.toThrow(/model_quantized\.onnx.*protobuf/i);
  });
});

describe("close", () => {
  it("ends the process and the runs in progress, and can be called twice", async () => {
    const running = await startOnnxProcess(
      model,
      {},
      program(`process.on("message", ({ id, question }) => {
        if ("path" in question) process.send({ id, answer: { inputNames: [], outputNames: [] } });
      });`),
    );
    const run = running.run({});
    await Promise.all([thrownBy("embedder-failed", () => run), running.close()]);
    await running.ended;
    await running.close();
    await thrownBy("embedder-failed", () => running.run({}));
  });
});
