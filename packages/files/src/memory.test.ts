import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "psi-memory-"));
const entry = fileURLToPath(new URL("./index.ts", import.meta.url));
/** Reads one file in a process of its own; prints what it took. */
const child = `
import { readPassages } from "./index.js";
const before = process.memoryUsage().rss;
const start = performance.now();
let passages = 0;
let characters = 0;
for await (const { pageContent } of readPassages([process.argv[2]])) {
  passages++;
  characters += pageContent.length;
}
const rss = process.resourceUsage().maxRSS * 1024 - before;
console.log(JSON.stringify({ passages, characters, rss, seconds: (performance.now() - start) / 1000 }));
`;

interface Taken {
  readonly passages: number;
  readonly characters: number;
  readonly rss: number;
  readonly seconds: number;
}

beforeAll(async () => {
  await build({
    entry: [entry],
    outDir: folder,
    format: "esm",
    target: "node20",
    config: false,
    dts: false,
    silent: true,
    clean: false,
    noExternal: [/./],
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "child.js"), child);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file of about so many megabytes; returns its length in characters. */
const fill = (path: string, megabytes: number, lineOf: (line: number) => string): number => {
  const file = openSync(path, "w");
  let [bytes, characters] = [0, 0];
  for (let line = 0; bytes < megabytes * 1e6; ) {
    let block = "";
    for (const end = line + 2_000; line < end; line++) block += lineOf(line);
    bytes += writeSync(file, block);
    characters += block.length;
  }
  closeSync(file);
  return characters;
};
const take = (path: string): Taken =>
  JSON.parse(
    execFileSync(process.execPath, [join(folder, "child.js"), path], { encoding: "utf8" }),
  );

const prose = (line: number): string =>
  `Keeper ${line} of the lighthouse wrote, as Dr. Rowan had, that the weather was poor; 灯塔很旧。 `;

describe("readPassages on a file of 50 MB", () => {
  it.each<[string, string, (line: number) => string]>([
    [
      "Markdown",
      "md",
      (line) => `${line % 60 === 0 ? `\n\n# Year ${line}\n\n` : ""}${prose(line)}`,
    ],
    ["JSONL", "jsonl", (line) => `${JSON.stringify({ id: line, text: prose(line) })}\n`],
  ])("takes less than 150 MB for %s, and drops nothing", { timeout: 120_000 }, (_, ext, lineOf) => {
    const path = join(folder, `big.${ext}`);
    const characters = fill(path, 50, lineOf);
    const taken = take(path);
    expect(taken.rss).toBeLessThan(150e6);
    if (ext === "md") expect(characters - taken.characters).toBeLessThan(10);
    expect(taken.passages).toBeGreaterThan(50_000);
  });

  it("takes less than 150 MB for one line without a space", { timeout: 120_000 }, () => {
    const path = join(folder, "endless.txt");
    const characters = fill(path, 10, (line) => `x${line}`);
    const taken = take(path);
    expect(taken.rss).toBeLessThan(150e6);
    expect(taken.characters).toBe(characters);
  });
});
