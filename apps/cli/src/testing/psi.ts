import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The built program. */
export const program: string = resolve(import.meta.dirname, "../../dist/main.js");

/** What a run of psi left behind. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run psi. */
export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is piped in. */
  readonly input?: string;
  /** Told of the process, to do something to it while it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the built psi as a process of its own, not on a terminal. */
export function psi(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { PATH = "", HOME = tmpdir() } = process.env;
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? process.cwd(),
    // Nothing of the tests' own environment, such as their colours.
    env: { PATH, HOME, ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends before it has read all is none of the writer's business.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  options.onStart?.(child);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
  });
}

/** Runs psi with --json, and checks that it printed one JSON document and nothing else. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was printed
export async function psiJson(args: readonly string[], options: RunOptions = {}): Promise<any> {
  const { code, stdout, stderr } = await psi([...args, "--json"], options);
  if (stderr !== "" || code !== 0) throw new Error(`psi ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A folder for one test file's runs, and files in it. */
export interface Workplace {
  readonly folder: string;
  path(name: string): string;
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** Makes an empty folder. */
export async function workplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), "psi-cli-"));
  const path = (name: string): string => join(folder, name);
  return {
    folder,
    path,
    write: async (name, content) => {
      await writeFile(path(name), content);
      return path(name);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Eight passages of two files about an island, as JSONL: six about its light, two about its bread. */
export const island: string = [
  ["light-1", "The first light", "Edda Voss paid for the first lighthouse of Skarn in 1841."],
  [
    "light-2",
    "The keeper",
    "Olle Brand kept the lighthouse for thirty years and never learnt to swim.",
  ],
  [
    "light-3",
    "The lens",
    "The lens was ground in Harrow by the Pell brothers, who made telescopes.",
  ],
  [
    "light-4",
    "The storm",
    "In the storm of 1862 the keeper rang a bell, since the light had failed.",
  ],
  ["light-5", "Edda Voss", "Edda Voss was born in Harrow and owned three herring boats."],
  ["light-6", "灯塔", "斯卡恩岛的灯塔由埃达出资修建。"],
  ["bread-1", "The bakery", "Bread on Skarn was baked with barley, and on Sundays with caraway."],
  ["bread-2", "The oven", "The oven of the bakery was built of bricks from a wrecked ship."],
]
  .map(([id, title, text]) => JSON.stringify({ id, title, text, source: `${id?.slice(0, 5)}.md` }))
  .join("\n");

/** Makes an index of the island's passages in a folder, of words alone unless vectors are asked for. */
export async function islandIndex(
  place: Workplace,
  kind: "words" | "vectors" = "words",
): Promise<string> {
  const corpus = await place.write("island.jsonl", island);
  const out = place.path(`${kind}.psi`);
  const { code, stderr } = await psi([
    "index",
    corpus,
    "--out",
    out,
    ...(kind === "words" ? ["--no-vectors"] : []),
  ]);
  if (code !== 0) throw new Error(`psi index ended with ${code}: ${stderr}`);
  return out;
}
