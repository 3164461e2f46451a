import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { islandIndex, program, psi, type Workplace, workplace } from "./testing/psi.js";

let place: Workplace;
let index: string;
beforeAll(async () => {
  place = await workplace();
  index = await islandIndex(place);
});
afterAll(() => place.remove());

const commands = ["index", "search", "ask", "chat", "inspect", "eval", "tune"];

describe("psi", () => {
  it("explains itself, with every command, exit code and an example", async () => {
    const { code, stdout, stderr } = await psi(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const command of commands) expect(stdout).toContain(`\n  ${command} `);
    for (const exitCode of [0, 1, 2, 3, 130])
      expect(stdout).toMatch(new RegExp(`^ {2}${exitCode} `, "m"));
    expect(stdout).toContain("Examples:\n  psi index");
  });

  it.each(commands)("explains %s, with examples and the options that all have", async (command) => {
    const { code, stdout } = await psi([command, "--help"]);
    expect(code).toBe(0);
    const [, examples = ""] = stdout.split("Examples:\n");
    expect(examples.trim().split("\n").length).toBeGreaterThanOrEqual(2);
    expect(examples).toContain(`psi ${command} `);
    for (const option of ["--json", "--quiet", "--help"]) expect(stdout).toContain(option);
  });

  it("tells that what is read is the whole index afterwards", async () => {
    expect((await psi(["index", "--help"])).stdout.replace(/\s+/g, " ")).toContain(
      "What is read is the whole index afterwards",
    );
  });

  it("prints its version", async () => {
    expect((await psi(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("shows help and fails when nothing is asked of it", async () => {
    const { code, stdout, stderr } = await psi([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: psi");
  });

  it.each([
    [["serch", "a", "b"], "Did you mean search?"],
    [["search", "x.psi", "q", "--limit", "0"], "whole number from 1"],
    [["search", "x.psi", "q", "--limit", "2.5"], "whole number from 1"],
    [["search", "x.psi", "q", "--retriever", "magic"], "hybrid, tree, words"],
    [["search", "x.psi", "q", "--width", "3"], "--strategy descend"],
    [["search", "x.psi", "q", "--retriever", "words", "--strategy", "scan"], "does not search it"],
    [["search", "x.psi"], "missing required argument 'query'"],
    [["index", "a.md"], "--out"],
    [["inspect", "x.psi", "--tree", "--path", "a"], "cannot be used with"],
    [["ask", "x.psi", "q", "--model", "claude:x"], "ollama:"],
  ])("refuses %j", async (args, message) => {
    const { code, stdout, stderr } = await psi(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  it("tells an error as one line of JSON where that is asked for", async () => {
    for (const args of [["search", "nowhere.psi", "q"], ["nonsense"]]) {
      const { code, stdout, stderr } = await psi([...args, "--json"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr.trimEnd()).not.toContain("\n");
      expect(JSON.parse(stderr)).toEqual({
        error: { code: expect.any(String), message: expect.any(String) },
      });
    }
  });

  it("colours only where it is asked to", async () => {
    const search = ["search", index, "keeper"];
    expect((await psi(search)).stdout).not.toContain("\u001b");
    const asked = await psi(search, { environment: { FORCE_COLOR: "1" } });
    expect(asked.stdout).toContain("\u001b[33mkeeper\u001b[39m");
    const forbidden = await psi(search, { environment: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    expect(forbidden.stdout).not.toContain("\u001b");
  });

  it("ends in silence when nobody reads on", async () => {
    const child = spawn(process.execPath, [program, "search", index, "skarn lighthouse keeper"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The reader is gone before the first line comes.
    child.stdout.destroy();
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    const code = await new Promise((done) => child.on("close", done));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
