import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isPsiError } from "@psi/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FindOptions, findFiles } from "./find-files.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "psi-find-files-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (...names: string[]): void => {
  for (const name of names) write(name, "Text.");
};
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const at = (name: string): string => join(root, name);
/** Sources, with a "-" in front of those that are left out. */
const foundWith = async (options: FindOptions, ...names: string[]): Promise<string[]> =>
  (await findFiles(names.map(at), options)).map(
    ({ source, leftOut }) => `${leftOut === undefined ? "" : "-"}${source}`,
  );
const found = (...names: string[]): Promise<string[]> => foundWith({}, ...names);
const problemOf = async (name: string): Promise<string> => {
  const thrown: unknown = await findFiles([at(name)]).catch((error: unknown) => error);
  return isPsiError(thrown, "unreadable-input") ? thrown.message : String(thrown);
};

describe("findFiles", () => {
  it("finds what a folder holds, sorted, folders within it too", async () => {
    make("docs/b.md", "docs/a/z.txt", "docs/a/Y.TXT", "docs/c.jsonl", "docs/a.text");
    make("docs/é.ndjson", "docs/d.html", "docs/e.rst", "docs/f.adoc", "docs/g.csv", "docs/h.json");
    expect(await found("docs")).toEqual(
      "a/Y.TXT a/z.txt a.text b.md c.jsonl d.html e.rst f.adoc g.csv h.json é.ndjson".split(" "),
    );
  });

  it("passes over hidden files and node_modules, and lists files of other kinds with a hint", async () => {
    make("docs/.git/a.md", "docs/.hidden.md", "docs/node_modules/b.md", "docs/c.md");
    make("docs/d.pdf", "docs/noextension", "docs/constructor", "docs/e.md~");
    expect(await found("docs")).toEqual(
      ["c.md", "-constructor", "-d.pdf", "-e.md~", "-noextension"].sort((a, b) =>
        a.replace("-", "") < b.replace("-", "") ? -1 : 1,
      ),
    );
    const pdf = (await findFiles([at("docs")])).find(({ source }) => source === "d.pdf");
    expect(pdf?.leftOut).toEqual({
      source: "d.pdf",
      kind: "format",
      reason: "is a .pdf file, which is not read. Convert it to text, for example with pdftotext.",
    });
    make(".notes/node_modules/x.md");
    expect(await found(".notes/node_modules")).toEqual(["x.md"]);
  });

  it("knows how each kind is read", async () => {
    const names = ["a.txt", "b.markdown", "c.ndjson", "d.xyz", "e.MD", "f.mdx", "g.tsv", "h.htm"];
    make(...names);
    const files = await findFiles(names.map(at));
    expect(files.map(({ kind }) => kind)).toEqual([
      "text",
      "markdown",
      "json-lines",
      "unknown",
      "markdown",
      "mdx",
      "csv",
      "html",
    ]);
  });

  it("does not follow symbolic links in a folder, so loops do no harm", async () => {
    make("docs/a.md", "outside/b.md");
    symlinkSync(at("docs"), at("docs/loop"));
    symlinkSync(at("outside/b.md"), at("docs/link.md"));
    symlinkSync(at("nowhere"), at("docs/broken.md"));
    expect(await found("docs")).toEqual(["a.md", "-broken.md", "-link.md", "-loop"]);
  });

  it("follows a symbolic link that is named by itself", async () => {
    make("docs/a.md");
    symlinkSync(at("docs"), at("shortcut"));
    symlinkSync(at("docs/a.md"), at("b.md"));
    expect(await found("shortcut")).toEqual(["a.md"]);
    expect(await found("b.md")).toEqual(["b.md"]);
    symlinkSync(at("circle"), at("circle"));
    expect(await problemOf("circle")).toMatch(/symbolic link that leads back to itself/);
  });

  it("finds each file once, where it is first named", async () => {
    make("docs/a.md", "docs/b.md", "docs/c.png");
    symlinkSync(at("docs"), at("shortcut"));
    expect(await found("docs/b.md", "docs", "docs/../docs/a.md", "shortcut")).toEqual([
      "b.md",
      "a.md",
      "-c.png",
    ]);
    expect(await found("docs", "docs/c.png")).toEqual(["a.md", "b.md", "c.png"]);
  });

  it("names files by their path from the folder, whatever the working directory is", async () => {
    make("docs/guide/a.md");
    const given = relative(process.cwd(), at("docs"));
    for (const path of [given, `${given}/../docs//./`, at("docs")]) {
      expect((await findFiles([path])).map(({ source }) => source)).toEqual(["guide/a.md"]);
    }
    expect((await findFiles([`${given}/guide/a.md`])).map(({ source }) => source)).toEqual([
      "a.md",
    ]);
  });

  it("puts the folder's name in front of files that would have one name", async () => {
    make("one/docs/a.md", "two/docs/a.md", "two/docs/b.md", "notes/a.md");
    expect(await found("one/docs", "two/docs", "notes")).toEqual([
      "one/docs/a.md",
      "two/docs/a.md",
      "b.md",
      "notes/a.md",
    ]);
    expect(await found("one/docs/a.md", "notes/a.md")).toEqual(["docs/a.md", "notes/a.md"]);
  });

  it("writes names in Unicode's composed form, and keeps two apart that differ by it", async () => {
    const [composed, decomposed] = ["caf\u00e9.md", "cafe\u0301.md"];
    make(`docs/${decomposed}`);
    expect(await found("docs")).toEqual([composed]);
    make(`docs/${composed}`);
    const both = await found("docs");
    // Some file systems hold only one of the two.
    expect(new Set(both).size).toBe(both.length);
    expect(both).toContain(composed);
  });

  it("refuses a path where nothing is, and a folder without a file to read", async () => {
    expect(await problemOf("missing")).toMatch(/missing does not exist/);
    make("file.txt");
    expect(await problemOf("file.txt/inner")).toMatch(/inner does not exist/);
    mkdirSync(at("empty/deeper"), { recursive: true });
    expect(await problemOf("empty")).toMatch(/empty holds no file to read.*\.md/);
    make("pictures/a.png");
    expect(await problemOf("pictures")).toMatch(/pictures holds no file to read. Of 1 others/);
  });

  it.skipIf(process.platform === "win32")("opens no pipes (not on Windows)", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    expect(await problemOf("pipe")).toMatch(/neither a file nor a folder/);
    execFileSync("mkfifo", [at("inner.md")]);
    make("a.md");
    expect(await found(".")).toEqual(["a.md", "-inner.md", "-pipe"]);
  });

  it.skipIf(process.getuid?.() === 0)(
    "lists a folder without permission (not as root)",
    async () => {
      make("docs/a.md", "docs/closed/b.md");
      chmodSync(at("docs/closed"), 0o000);
      expect(await found("docs")).toEqual(["a.md", "-closed/"]);
      chmodSync(at("docs/closed"), 0o700);
    },
  );

  it("stops when the signal is aborted", async () => {
    make("docs/a.md");
    const reason = new Error("stop");
    await expect(findFiles([at("docs")], {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe("findFiles with patterns", () => {
  beforeEach(() =>
    make("d/a.md", "d/b.txt", "d/drafts/c.md", "d/guide/drafts.md", "d/guide/x.png"),
  );

  it.each<[FindOptions, string[]]>([
    [{ include: ["*.md"] }, ["a.md", "drafts/c.md", "guide/drafts.md"]],
    [{ include: ["*.{txt,png}"] }, ["b.txt", "-guide/x.png"]],
    [{ include: ["guide/**"] }, ["guide/drafts.md", "-guide/x.png"]],
    [{ exclude: ["drafts"] }, ["a.md", "b.txt", "guide/drafts.md", "-guide/x.png"]],
    [{ exclude: ["drafts/", "*.png"] }, ["a.md", "b.txt", "guide/drafts.md"]],
    [{ exclude: ["./guide/**"] }, ["a.md", "b.txt", "drafts/c.md"]],
    [{ include: ["*.md"], exclude: ["drafts*"] }, ["a.md"]],
    [{ include: [] }, ["a.md", "b.txt", "drafts/c.md", "guide/drafts.md", "-guide/x.png"]],
  ])("wants of a folder what %j says", async (options, sources) => {
    expect(await foundWith(options, "d")).toEqual(sources);
  });

  it("reads a file that is named by itself whatever the patterns are", async () => {
    expect(await foundWith({ include: ["*.md"], exclude: ["b.*"] }, "d/b.txt")).toEqual(["b.txt"]);
  });

  it("refuses patterns that are empty or no strings", async () => {
    for (const include of [[""], [5], "*.md"]) {
      const options = { include } as unknown as FindOptions;
      await expect(findFiles([at("d")], options)).rejects.toMatchObject({ code: "invalid-option" });
    }
  });
});

describe("findFiles with .gitignore", () => {
  it("leaves out what the files in and below the folder say, the inner ones last", async () => {
    make("d/a.md", "d/build/b.md", "d/sub/a.md", "d/sub/keep.md", "d/sub/c.log.md", "d/B.md");
    write("d/.gitignore", "build/\na.md\n*.log.md\n!/a.md\n");
    write("d/sub/.gitignore", "!a.md\nkeep.md\n");
    expect(await found("d")).toEqual(["B.md", "a.md", "sub/a.md"]);
    expect(await foundWith({ gitignore: false }, "d")).toHaveLength(6);
  });

  it("follows the rules of the repository that the folder is in, and no rules above it", async () => {
    make("r/docs/a.md", "r/docs/secret.md", "r/docs/b.md");
    mkdirSync(at("r/.git"));
    write(".gitignore", "a.md\n");
    write("r/.gitignore", "/docs/secret.md\n");
    expect(await found("r/docs")).toEqual(["a.md", "b.md"]);
  });

  it("follows no rules above a folder that is in no repository", async () => {
    make("docs/a.md");
    write(".gitignore", "a.md\n");
    expect(await found("docs")).toEqual(["a.md"]);
  });

  it("reads what is named by itself, and an ignored folder too", async () => {
    make("d/a.md", "d/build/b.md");
    write("d/.gitignore", "a.md\nbuild\n");
    expect(await found("d/a.md", "d/build")).toEqual(["a.md", "b.md"]);
  });
});
