import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { localEmbedder } from "./local-embedder.js";
import { temporaryFolder } from "./testing/folders.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const isBuilt = ["index.js", "index.cjs", "onnx-process.js"].every((name) =>
  existsSync(join(root, "dist", name)),
);

let name: string;
let vector: readonly number[] | undefined;

beforeAll(async () => {
  const embedder = localEmbedder();
  name = embedder.name;
  [vector] = await embedder.embedDocuments(["one sentence"]);
  await embedder.close();
});

const work = `const embedder = localEmbedder();
  embedder.embedDocuments(["one sentence"]).then(async ([vector]) => {
    await embedder.close();
    console.log(JSON.stringify({ name: embedder.name, vector }));
  });`;

describe("the built package", () => {
  it.skipIf(!isBuilt).each([
    ["module", `import { localEmbedder } from "@psi/embed"; ${work}`],
    ["commonjs", `const { localEmbedder } = require("@psi/embed"); ${work}`],
  ])(
    "finds its model and runs it as %s, and prints nothing of its own (skipped before a build)",
    (type, script) => {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [`--input-type=${type}`, "-e", script],
        { cwd: root, encoding: "utf8" },
      );
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toEqual({ name, vector });
    },
  );
});

describe.skipIf(!isBuilt)("beside another onnxruntime-node (skipped before a build)", () => {
  /** A program's main script, in a project that has onnxruntime-node. */
  function programBeside(script: string): string {
    const project = temporaryFolder();
    mkdirSync(join(project, "node_modules/onnxruntime-node"), { recursive: true });
    mkdirSync(join(project, "node_modules/@psi"));
    symlinkSync(root, join(project, "node_modules/@psi/embed"), "junction");
    const main = join(project, "main.mjs");
    writeFileSync(main, script);
    return main;
  }

  it("gives the same vectors, prints nothing, and lets a program end that does not close it", () => {
    const main = programBeside(`import { localEmbedder } from "@psi/embed";
      const [vector] = await localEmbedder().embedDocuments(["one sentence"]);
      console.log(JSON.stringify(vector));`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(vector);
  });

  const hasPs = spawnSync("ps", ["-A"]).status === 0;
  describe.skipIf(!hasPs)("(skipped where there is no ps)", () => {
    const main = `import { localEmbedder } from "@psi/embed";
      const embedder = localEmbedder();
      process.stdin.on("data", async () => {
        await embedder.embedQuery("a");
        console.log("done");
      });`;

    async function embed(program: ChildProcess): Promise<void> {
      program.stdin?.write("next\n");
      await once(program.stdout as NonNullable<ChildProcess["stdout"]>, "data");
    }

    /** The ids of the processes that a program started. */
    function startedBy(program: ChildProcess): readonly number[] {
      return execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
        .split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number))
        .filter(([, parent]) => parent === program.pid)
        .map(([id]) => id as number);
    }

    const isRunning = (id: number): boolean => {
      try {
        return process.kill(id, 0);
      } catch {
        return false;
      }
    };

    it("runs the model in one process, which outlives Ctrl-C and ends with the program", async () => {
      const program = spawn(process.execPath, [programBeside(main)]);
      onTestFinished(() => {
        program.kill("SIGKILL");
      });
      await embed(program);
      const started = startedBy(program);
      expect(started).toHaveLength(1);
      process.kill(started[0] as number, "SIGINT");
      await embed(program);
      expect(startedBy(program)).toEqual(started);
      program.kill("SIGKILL");
      await once(program, "exit");
      await expect.poll(() => started.some(isRunning), { timeout: 10_000 }).toBe(false);
    });
  });
});
