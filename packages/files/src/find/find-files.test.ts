import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isPsiError } from "@psi/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findFiles } from "./find-files.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "psi-find-files-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (...names: string[]): void => {
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "Text.");
  }
};
const at = (name: string): string => join(root, name);
/** Sources below the root, with a "-" in front of those that are left out. */
const found = async (...names: string[]): Promise<string[]> =>
  (await findFiles(names.map(at))).map(
    ({ source, skipped }) => `${skipped === undefined ? "" : "-"}${relative(root, source)}`,
  );
const problemOf = async (name: string): Promise<string> => {
  const thrown: unknown = await findFiles([at(name)]).catch((error: unknown) => error);
  return isPsiError(thrown, "unreadable-input") ? thrown.message : String(thrown);
};

describe("findFiles", () => {
  it("finds what a folder holds, sorted, folders within it too", async () => {
    make(
      "docs/b.md",
      "docs/a/z.txt",
      "docs/a/Y.TXT",
      "docs/c.jsonl",
      "docs/a.text",
      "docs/é.ndjson",
    );
    expect(await found("docs")).toEqual([
      "docs/a/Y.TXT",
      "docs/a/z.txt",
      "docs/a.text",
      "docs/b.md",
      "docs/c.jsonl",
      "docs/é.ndjson",
    ]);
  });

  it("passes over hidden files and node_modules, and tells of other kinds", async () => {
    make("docs/.git/a.md", "docs/.hidden.md", "docs/node_modules/b.md", "docs/c.md");
    make("docs/d.png", "docs/noextension", "docs/constructor", "docs/e.md~");
    expect(await found("docs")).toEqual([
      "docs/c.md",
      "-docs/constructor",
      "-docs/d.png",
      "-docs/e.md~",
      "-docs/noextension",
    ]);
    make(".notes/node_modules/x.md");
    expect(await found(".notes/node_modules")).toEqual([".notes/node_modules/x.md"]);
  });

  it("tells how each kind is read", async () => {
    make("a.txt", "b.markdown", "c.ndjson", "d.rst", "e.MD");
    const files = await findFiles(["a.txt", "b.markdown", "c.ndjson", "d.rst", "e.MD"].map(at));
    expect(files.map(({ kind }) => kind)).toEqual([
      "text",
      "markdown",
      "json-lines",
      "unknown",
      "markdown",
    ]);
  });

  it("does not follow symbolic links in a folder, so loops do no harm", async () => {
    make("docs/a.md", "outside/b.md");
    symlinkSync(at("docs"), at("docs/loop"));
    symlinkSync(at("outside/b.md"), at("docs/link.md"));
    symlinkSync(at("nowhere"), at("docs/broken.md"));
    expect(await found("docs")).toEqual([
      "docs/a.md",
      "-docs/broken.md",
      "-docs/link.md",
      "-docs/loop",
    ]);
  });

  it("follows a symbolic link that is named by itself", async () => {
    make("docs/a.md");
    symlinkSync(at("docs"), at("shortcut"));
    expect(await found("shortcut")).toEqual(["shortcut/a.md"]);
    symlinkSync(at("circle"), at("circle"));
    expect(await problemOf("circle")).toMatch(/symbolic link that leads back to itself/);
  });

  it("finds each file once, where it is first named", async () => {
    make("docs/a.md", "docs/b.md", "docs/c.png");
    expect(await found("docs/b.md", "docs", "docs/../docs/a.md")).toEqual([
      "docs/b.md",
      "docs/a.md",
      "-docs/c.png",
    ]);
    expect(await found("docs", "docs/c.png")).toEqual(["docs/a.md", "docs/b.md", "docs/c.png"]);
  });

  it("names files by the path as given, tidied, below the working directory when they are", async () => {
    make("docs/a.md");
    const given = relative(process.cwd(), at("docs"));
    const sourceOf = async (path: string): Promise<string | undefined> =>
      (await findFiles([path]))[0]?.source;
    const expected = `${given.replaceAll("\\", "/")}/a.md`;
    expect(await sourceOf(given)).toBe(expected);
    expect(await sourceOf(`${given}/../docs//./`)).toBe(expected);
    expect(await sourceOf(at("docs"))).toBe(`${root.replaceAll("\\", "/")}/docs/a.md`);
    const here = join(process.cwd(), "packages/files/src/index.ts");
    expect(await sourceOf(here)).toBe(relative(process.cwd(), here).replaceAll("\\", "/"));
  });

  it("tells two folders of one name apart", async () => {
    make("one/docs/a.md", "two/docs/a.md");
    expect(new Set(await found("one/docs", "two/docs")).size).toBe(2);
  });

  it("refuses a path where nothing is, and a folder without a file to read", async () => {
    expect(await problemOf("missing")).toMatch(/There is no file or folder .*missing/);
    make("file.txt");
    expect(await problemOf("file.txt/inner")).toMatch(/There is no file or folder/);
    mkdirSync(at("empty/deeper"), { recursive: true });
    expect(await problemOf("empty")).toMatch(/empty holds no file to read.*\.md/);
    make("pictures/a.png");
    expect(await problemOf("pictures")).toMatch(/pictures holds no file to read/);
  });

  it.skipIf(process.platform === "win32")("refuses what is no file (not on Windows)", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(await problemOf("pipe")).toMatch(/neither a file nor a folder/);
    execFileSync("mkfifo", [at("inner.md")]);
    make("a.md");
    expect(await found(".")).toEqual(["a.md", "-inner.md", "-pipe"]);
  });

  it("stops when the signal is aborted", async () => {
    make("docs/a.md");
    const reason = new Error("stop");
    await expect(findFiles([at("docs")], AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
