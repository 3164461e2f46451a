import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "psi-memory-"));
/** Built below the package, where what it imports is found. */
const built = fileURLToPath(new URL("../node_modules/.psi-memory", import.meta.url));
const entry = fileURLToPath(new URL("./index.ts", import.meta.url));
/** Reads a folder in a process of its own; prints what it took. */
const child = `
import { readPassages } from "./index.js";
const before = process.memoryUsage().rss;
let passages = 0;
let characters = 0;
for await (const { pageContent } of readPassages([process.argv[2]])) {
  passages++;
  characters += pageContent.replace(/\\s/g, "").length;
}
const rss = process.resourceUsage().maxRSS * 1024 - before;
console.log(JSON.stringify({ passages, characters, rss }));
`;

interface Taken {
  readonly passages: number;
  readonly characters: number;
  readonly rss: number;
}

beforeAll(async () => {
  await build({
    entry: [entry],
    outDir: built,
    format: "esm",
    target: "node20",
    config: false,
    dts: false,
    silent: true,
    clean: false,
    skipNodeModulesBundle: true,
  });
  writeFileSync(join(built, "child.mjs"), child);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(built, { recursive: true });
});

/** Writes a file of about `megabytes`; returns how many characters are not white space. */
const fill = (path: string, megabytes: number, lineOf: (line: number) => string): number => {
  const file = openSync(path, "w");
  let [bytes, characters] = [0, 0];
  for (let line = 0; bytes < megabytes * 1e6; ) {
    let block = "";
    for (const end = line + 2_000; line < end; line++) block += lineOf(line);
    bytes += writeSync(file, block);
    characters += block.replace(/\s/g, "").length;
  }
  closeSync(file);
  return characters;
};
const take = (path: string): Taken =>
  JSON.parse(
    execFileSync(process.execPath, [join(built, "child.mjs"), path], { encoding: "utf8" }),
  );

const prose = (line: number): string =>
  `Keeper ${line} of the lighthouse wrote, as Dr. Rowan had, that the weather was poor; 灯塔很旧。 `;

const row = (line: number): string => `${line},"Keeper, ${line}",Tolm light\n`;
const record = (line: number): string => JSON.stringify({ id: line, text: prose(line) });

describe("readPassages on a large file", () => {
  it.each<[string, string, number, (line: number) => string]>([
    ["text", "txt", 50, prose],
    ["JSONL", "jsonl", 50, (line) => `${record(line)}\n`],
    ["a JSON array", "json", 50, (line) => `${line === 0 ? "[" : ","}${record(line)}\n`],
    ["CSV", "csv", 16, (line) => (line === 0 ? "line,keeper,light\n" : row(line))],
    [
      "Markdown",
      "md",
      8,
      (line) => `${line % 60 === 0 ? `\n\n# Year ${line}\n\n` : ""}${prose(line)}`,
    ],
    ["Markdown in one line", "md", 8, prose],
    ["text in one word", "txt", 10, (line) => `x${line}`],
  ])(
    "takes less than 250 MB for %s, and drops nothing",
    { timeout: 120_000 },
    (_, ext, size, lineOf) => {
      // In a folder, an array that is not closed is no error.
      const path = join(mkdtempSync(join(folder, "one-")), `big.${ext}`);
      const characters = fill(path, size, lineOf);
      const taken = take(dirname(path));
      expect(taken.rss).toBeLessThan(250e6);
      expect(taken.passages).toBeGreaterThan(size * 300);
      if (ext === "txt" || ext === "md") {
        expect(taken.characters).toBe(characters);
      }
    },
  );
});
