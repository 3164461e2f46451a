import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { plainEnvironment } from "./pack-packages.js";
import { ROOT } from "./workspace.js";

const execute = promisify(execFile);

/** Every example, and what its output must tell. The demo is tested through `npm run demo`. */
const EXAMPLES: Readonly<Record<string, (output: string) => void>> = {
  demo(output) {
    expect(output).toContain("Question 5 of 5");
  },
  "langchain-chain"(output) {
    expect(output.trim()).toBe("In Dell.");
  },
  "mix-and-match"(output) {
    const lines = output.trim().split("\n");
    const found = new Map(lines.map((line) => [line.slice(0, 32).trim(), line.slice(33)]));
    expect(lines).toHaveLength(9);
    // What closed the railway is found whatever searches; another store changes nothing at all.
    for (const [name, line] of found) {
      if (name !== "embedder: another one") expect(line, name).toContain("closure");
    }
    const defaults = found.get("the defaults") as string;
    expect(found.get("store: one file")).toBe(defaults);
    expect(found.get("store: a LangChain byte store")).toBe(defaults);
    expect(found.get("embedder: none, words alone")).toContain("(no tree)");
    expect(found.get("abstracter: a chat model")).toContain("A written abstract");
    for (const name of ["abstracter: sentences, no model", "embedder: another one"]) {
      expect(found.get(name)).not.toBe(defaults);
    }
  },
};

it("every example has its check", () => {
  const folders = readdirSync(join(ROOT, "examples")).filter((name) =>
    existsSync(join(ROOT, "examples", name, "run.mjs")),
  );
  expect(folders.sort()).toEqual(Object.keys(EXAMPLES).sort());
});

it.each(Object.entries(EXAMPLES))(
  "%s",
  async (name, check) => {
    const { stdout } = await execute(process.execPath, [join(ROOT, "examples", name, "run.mjs")], {
      cwd: ROOT,
      env: plainEnvironment({ NO_COLOR: "1" }),
      timeout: 120_000,
    });
    check(stdout);
  },
  120_000,
);
