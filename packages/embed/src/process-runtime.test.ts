import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openModelFolder, shippedModel } from "./model-folder.js";
import { loadRuntime, type OnnxSession } from "./onnx-runtime.js";
import { openProcessSession, processRuntime } from "./process-runtime.js";
import { loadModel, type SentenceModel } from "./sentence-model.js";
import { temporaryFolder } from "./testing/folders.js";

const settings = { threads: 2, pooling: "mean", maxTokens: 512 } as const;
let model: SentenceModel;

beforeAll(async () => {
  model = await loadModel(processRuntime, openModelFolder(shippedModel()), settings);
});
afterAll(() => model.close());

it("gives the same bits as the runtime in this process, for runs at once as well", async () => {
  const here = await loadModel(await loadRuntime(), openModelFolder(shippedModel()), settings);
  const texts = [[101, 102], [101, 2023, 2003, 102], new Array(512).fill(1037)];
  const vectors = await Promise.all(texts.map((ids) => model.vectorOf(ids)));
  for (const [i, ids] of texts.entries()) expect(vectors[i]).toEqual(await here.vectorOf(ids));
  await here.close();
});

describe("a session whose process ended during a run", () => {
  // Ends at the first run of all, and answers later ones.
  const program = `
    const { existsSync, writeFileSync } = require("node:fs");
    process.on("message", ({ id, question }) => {
      if ("path" in question) {
        process.send({ id, answer: { inputNames: [], outputNames: ["rows"] } });
      } else if (existsSync(__filename + ".ran")) {
        process.send({ id, answer: { rows: { dims: [1], data: Float32Array.of(5) } } });
      } else {
        writeFileSync(__filename + ".ran", "");
        process.kill(process.pid, "SIGKILL");
      }
    });`;

  it("rejects that run, and starts another process for the next", async () => {
    const path = join(temporaryFolder(), "program.cjs");
    writeFileSync(path, program);
    const session: OnnxSession = await openProcessSession("model", {}, path);
    await expect(session.run({})).rejects.toMatchObject({ code: "embedder-failed" });
    expect(await session.run({})).toEqual({ rows: { dims: [1], data: Float32Array.of(5) } });
    await session.release();
  });
});
