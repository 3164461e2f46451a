// Every package as a stranger meets it: packed, installed by the command of its README into an empty
// folder outside the repository, imported from ESM and from CommonJS, and its first example run.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalRegistry, localRegistry } from "./local-registry.js";
import { firstBlock } from "./markdown-blocks.js";
import { packPackages, plainEnvironment } from "./pack-packages.js";
import { packagesIn, ROOT, readManifest } from "./workspace.js";

const execute = promisify(execFile);
const libraries = packagesIn("packages");
const langchain = readManifest(join(ROOT, "node_modules/@langchain/core")).version;

let folder: string;
let registry: LocalRegistry;
/** The projects, by package; each rejects with what npm said. */
const projects = new Map<string, Promise<string>>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "psi-strangers-"));
  registry = await localRegistry(await packPackages(folder));
  // First the one that needs all others, alone: what it fetches, the others find in npm's cache.
  const [first, ...rest] = ["langchain", ...libraries.map(({ short }) => short), "cli"];
  projects.set(first as string, installed(first as string));
  await projects.get(first as string)?.catch(requireRegistry);
  const queue = rest.filter((short) => short !== first);
  let running: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  for (const [i, short] of queue.entries()) {
    const project = (running[i % 2] as Promise<unknown>).then(() => installed(short));
    projects.set(short, project);
    running = running.with(
      i % 2,
      project.catch(() => {}),
    );
  }
}, 180_000);

afterAll(async () => {
  await Promise.allSettled(projects.values());
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
}, 180_000);

describe.each(libraries)("$name", ({ short, folder: source, manifest }) => {
  const readme = join(source, "README.md");
  const entries = Object.keys(manifest.exports ?? {})
    .filter((entry) => entry !== "./package.json")
    .map((entry) => manifest.name + entry.slice(1));

  it("installs by the command of its README", async () => {
    const project = await projects.get(short);
    expect(await readdir(join(project as string, "node_modules/@psi"))).toContain(short);
  }, 120_000);

  it("is imported from ESM and from CommonJS, with the same names", async () => {
    const project = (await projects.get(short)) as string;
    for (const entry of entries) {
      const print = "console.log(JSON.stringify(Object.keys(all).sort()))";
      const [fromModule, fromCommon] = await Promise.all([
        node(project, ["--input-type=module", "-e", `import * as all from "${entry}"; ${print}`]),
        node(project, ["--input-type=commonjs", "-e", `const all = require("${entry}"); ${print}`]),
      ]);
      expect(JSON.parse(fromModule).length).toBeGreaterThan(0);
      expect(JSON.parse(fromCommon)).toEqual(JSON.parse(fromModule));
    }
  }, 60_000);

  it("runs the first example of its README", async () => {
    const project = (await projects.get(short)) as string;
    await writeFile(join(project, "example.mjs"), firstBlock(readme, "ts").code);
    expect((await node(project, ["example.mjs"])).trim()).not.toBe("");
  }, 60_000);
});

describe("the root README", () => {
  it("has an example that runs where @psi/rag and @psi/langchain are installed", async () => {
    const project = (await projects.get("langchain")) as string;
    await writeFile(join(project, "root.mjs"), firstBlock(join(ROOT, "README.md"), "ts").code);
    expect((await node(project, ["root.mjs"])).trim()).not.toBe("");
  }, 60_000);
});

describe("@psi/cli", () => {
  it("brings a program that indexes a file and finds what stands in it", async () => {
    const project = (await projects.get("cli")) as string;
    const psi = join("node_modules", ".bin", "psi");
    await writeFile(join(project, "note.md"), "# Quay\n\nThe old quay was rebuilt in 1907.\n");
    await run(project, psi, ["index", "note.md", "--out", "note.psi", "--quiet"]);
    const found = await run(project, psi, ["search", "note.psi", "when was the quay rebuilt"]);
    expect(found).toContain("1907");
  }, 60_000);
});

/** A new project with one package, installed as its README says (the program: by its name). */
async function installed(short: string): Promise<string> {
  const project = join(folder, `project-${short}`);
  await mkdir(project);
  await writeFile(join(project, "package.json"), `{ "name": "stranger", "private": true }\n`);
  await writeFile(join(project, ".npmrc"), `@psi:registry=${registry.url}\n`);
  const readme = join(ROOT, "packages", short, "README.md");
  const command = short === "cli" ? "npm i @psi/cli" : firstBlock(readme, "sh").code.trim();
  const [, wanted] = /^npm (?:i|install) ((?:@?[\w/.-]+ ?)+)$/.exec(command) ?? [];
  if (wanted === undefined) throw new Error(`"${command}" is no single npm install.`);
  // The version that everything here is tested with, rather than whichever is the newest today.
  const packages = wanted
    .split(" ")
    .map((name) => (name === "@langchain/core" ? `${name}@${langchain}` : name));
  const quietly = ["--no-audit", "--no-fund", "--prefer-offline", "--fetch-retries=1"];
  await run(project, "npm", ["install", ...packages, ...quietly]);
  return project;
}

/** After an install that failed: npm does not always say so when it was for want of a network. */
async function requireRegistry(): Promise<void> {
  const ask = ["view", `@langchain/core@${langchain}`, "version", "--fetch-retries=0"];
  await run(folder, "npm", ask).catch((cause: unknown) => {
    throw new Error(
      "The npm registry can't be reached. This test installs packages from it, as npm test does.",
      { cause },
    );
  });
}

function node(project: string, parameters: readonly string[]): Promise<string> {
  return run(project, process.execPath, parameters);
}

async function run(
  project: string,
  program: string,
  parameters: readonly string[],
): Promise<string> {
  const { stdout } = await execute(program, [...parameters], {
    cwd: project,
    env: plainEnvironment(),
    timeout: 120_000,
  });
  return stdout;
}
