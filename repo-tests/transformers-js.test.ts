// The default embedder beside transformers.js, which brings an onnxruntime-node of its own: in one process, in
// both orders. Each pair runs in a child process, since what goes wrong with two of them is a crash.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { dot } from "@psi/core";
import { localEmbedder } from "@psi/embed";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ROOT } from "./workspace.js";

const execute = promisify(execFile);
const embed = join(ROOT, "packages/embed");
const text = "The archive keeps the letters of the lighthouse keepers.";
/** The last version that crashes beside ours. 4.3.2 works, as was tried: its onnxruntime-node has 288 MB. */
const transformersFolder = join(ROOT, "repo-tests/node_modules/@huggingface/transformers");

let expected: readonly number[] | undefined;

beforeAll(async () => {
  const embedder = localEmbedder();
  [expected] = await embedder.embedDocuments([text]);
  await embedder.close();
});

/** A project that has @psi/embed and transformers.js; or, when `apart`, only @psi/embed. */
function projectWith({ apart = false } = {}): string {
  const project = mkdtempSync(join(tmpdir(), "psi-transformers-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, "node_modules/@psi"), { recursive: true });
  symlinkSync(embed, join(project, "node_modules/@psi/embed"), "junction");
  if (!apart) {
    mkdirSync(join(project, "node_modules/@huggingface"));
    const path = join(project, "node_modules/@huggingface/transformers");
    symlinkSync(realpathSync(transformersFolder), path, "junction");
  }
  return project;
}

type Party = "ours" | "theirs";
/** The order in which the two are loaded. */
const orders: readonly (readonly [Party, Party])[] = [
  ["ours", "theirs"],
  ["theirs", "ours"],
];

/** How each party is set up; the result embeds a text. */
const parties = `{
  async ours({ localEmbedder }) {
    const embedder = localEmbedder();
    return async (text) => (await embedder.embedDocuments([text]))[0];
  },
  async theirs({ env, pipeline }) {
    env.allowRemoteModels = false;
    env.localModelPath = ${JSON.stringify(join(embed, "models/"))};
    const extract = await pipeline("feature-extraction", "bge-small-en-v1.5", { dtype: "q8" });
    return async (text) => [...(await extract(text, { pooling: "cls", normalize: true })).data];
  },
}`;

/**
 * A script that loads and runs some parties in order, then all at once, and prints their vectors. It closes
 * nothing: how it ends is part of the test.
 */
function script(
  order: readonly Party[],
  { isModule = false, transformers = "@huggingface/transformers" } = {},
): string {
  return `(async () => {
    const names = ${JSON.stringify({ ours: "@psi/embed", theirs: transformers })};
    const embed = {};
    for (const party of ${JSON.stringify(order)}) {
      const loaded = ${isModule ? "await import" : "require"}(names[party]);
      embed[party] = await (${parties})[party](loaded);
      await embed[party]("The first text.");
    }
    const entries = Object.entries(embed).map(async ([party, run]) => [
      party,
      (await Promise.all([run("Beside others."), run(${JSON.stringify(text)})]))[1],
    ]);
    console.log(JSON.stringify(Object.fromEntries(await Promise.all(entries))));
  })();`;
}

/** Runs a project's main script; rejects with its output when it fails or crashes. */
async function run(project: string, main: string, code: string): Promise<readonly Vectors[]> {
  writeFileSync(join(project, main), code);
  const { stdout, stderr } = await execute(process.execPath, [main], { cwd: project });
  expect(stderr).toBe("");
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Vectors);
}

type Vectors = Partial<Record<Party, readonly number[]>>;

function check(printed: readonly Vectors[]): void {
  const { ours, theirs } = Object.assign({}, ...printed) as Required<Vectors>;
  expect(ours).toEqual(expected);
  expect(dot(ours, theirs)).toBeGreaterThan(0.99);
}

describe("transformers.js and the default embedder give the vectors of one model", () => {
  it.each(orders)(
    "%s first, then %s, in an ES module",
    async (...order) => {
      check(await run(projectWith(), "main.mjs", script(order, { isModule: true })));
    },
    60_000,
  );

  it.each(orders)(
    "%s first, then %s, in CommonJS",
    async (...order) => {
      check(await run(projectWith(), "main.cjs", script(order)));
    },
    60_000,
  );

  it.each(orders)(
    "%s first, then %s, in a worker thread",
    async (...order) => {
      const code = `const { Worker, isMainThread } = require("node:worker_threads");
      if (isMainThread) new Worker(__filename);
      else ${script(order)}`;
      check(await run(projectWith(), "main.cjs", code));
    },
    60_000,
  );

  it("each in a thread of its own, at once", async () => {
    const code = `const { Worker, isMainThread } = require("node:worker_threads");
      if (isMainThread) {
        new Worker(__filename);
        ${script(["theirs"])}
      } else ${script(["ours"])}`;
    check(await run(projectWith(), "main.cjs", code));
  }, 60_000);

  it("theirs first, then ours, where the program cannot find it by name", async () => {
    const options = {
      transformers: join(realpathSync(transformersFolder), "dist/transformers.node.cjs"),
    };
    const project = projectWith({ apart: true });
    check(await run(project, "main.cjs", script(["theirs", "ours"], options)));
  }, 60_000);
});

it("refuses theirs after ours, where the program cannot find it by name, with an error that says what to do", async () => {
  const options = {
    transformers: join(realpathSync(transformersFolder), "dist/transformers.node.cjs"),
  };
  const project = projectWith({ apart: true });
  await expect(run(project, "main.cjs", script(["ours", "theirs"], options))).rejects.toMatchObject(
    {
      code: 1,
      signal: null,
      stderr: expect.stringMatching(/pass it to localEmbedder.*code: 'runtime-conflict'/s),
    },
  );
}, 60_000);
