import { existsSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatServer } from "../testing/chat-server.js";
import { island, psi, psiJson, type Workplace, workplace } from "../testing/psi.js";

let place: Workplace;
let out: string;
let corpus: string;
beforeEach(async () => {
  place = await workplace();
  out = place.path("island.psi");
  corpus = await place.write("island.jsonl", island);
});
afterEach(() => place.remove());

const wordsAlone = ["--no-vectors"];

describe("psi index", () => {
  it("indexes passages with vectors and a tree, and pays nothing the second time", async () => {
    const first = await psiJson(["index", corpus, "--out", out]);
    expect(first).toMatchObject({
      index: out,
      files: 1,
      passages: 8,
      abstractsWritten: 0,
      skipped: [],
    });
    expect(first.embedded).toBeGreaterThanOrEqual(8);
    expect(first.layers.at(-1).nodes).toBe(1);
    const second = await psiJson(["index", corpus, "--out", out]);
    expect(second).toMatchObject({ passages: 8, nodes: first.nodes, embedded: 0 });
  });

  it("makes what is read the whole index: adds, changes, removes", async () => {
    await psi(["index", corpus, "--out", out, ...wordsAlone]);
    const [first = "", ...others] = island.split("\n");
    const changed = JSON.stringify({ ...JSON.parse(first), text: "A dolphin paid for it." });
    const added = JSON.stringify({ id: "new", text: "A zeppelin came." });
    await place.write("island.jsonl", [changed, ...others.slice(1), added].join("\n"));
    const { stdout } = await psi(["index", corpus, "--out", out, ...wordsAlone, "--dry-run"]);
    expect(stdout).toContain("Nothing was changed");
    expect(await psiJson(["index", corpus, "--out", out, ...wordsAlone])).toMatchObject({
      passages: 8,
      added: { count: 1, ids: ["new"] },
      updated: { count: 1, ids: ["light-1"] },
      removed: { count: 1 },
      unchanged: 6,
    });
    const again = await psi(["index", corpus, "--out", out, ...wordsAlone]);
    expect(again.stdout).toMatch(/^changes +8 unchanged$/m);
    const idsFor = async (query: string): Promise<string[]> => {
      const { stdout } = await psi(["search", out, query, "--limit", "1", "--json"]);
      return JSON.parse(stdout).results.map(({ id }: { id: string }) => id);
    };
    expect(await idsFor("dolphin")).toEqual(["light-1"]);
    expect(await idsFor("zeppelin")).toEqual(["new"]);
    expect(await idsFor("swim")).toEqual([]);
  });

  it("reads folders, and lists what it left out and why", async () => {
    await mkdir(place.path("notes"));
    await place.write("notes/a.md", "# Skarn\n\nAn island.\n\n## Light\n\nIt has a lighthouse.\n");
    await place.write("notes/b.txt", "Bread is baked with barley.");
    await place.write("notes/c.png", "no picture");
    await place.write("notes/d.jsonl", '{"text":"A zeppelin came."}\n{"text":');
    const args = ["index", "notes", "--out", "notes/all.psi", ...wordsAlone];
    const report = await psiJson(args, { cwd: place.folder });
    expect(report).toMatchObject({
      files: 3,
      blank: 0,
      fileNotes: [],
      skipped: [
        { file: "c.png", kind: "format", reason: expect.any(String) },
        { file: "d.jsonl", line: 2, kind: "malformed", reason: expect.any(String) },
      ],
    });
    // The second time the index lies among the files, and is no file of theirs.
    const { stdout } = await psi(args, { cwd: place.folder });
    expect(stdout).toContain(`${report.passages} from 3 files`);
    expect(stdout).toMatch(/1 file and 1 record skipped\nc\.png: \S.*\nd\.jsonl:2: \S/);
    const found = await psi(["search", "notes/all.psi", "lighthouse"], { cwd: place.folder });
    expect(found.stdout).toMatch(/a\.md#\d+ · a\.md:5-7/);
  });

  it("ends with exit code 2 for --strict where something was left out, and makes the index", async () => {
    await mkdir(place.path("notes"));
    await place.write("notes/a.md", "A lighthouse.");
    const args = ["index", place.path("notes"), "--out", out, ...wordsAlone, "--strict"];
    expect((await psi(args)).code).toBe(0);
    await place.write("notes/b.md", Buffer.from([0x80, 0x81]));
    expect(await psi(args)).toMatchObject({ code: 2, stderr: "" });
    expect((await psi(["search", out, "lighthouse"])).code).toBe(0);
  });

  it("reads of a folder what --include, --exclude and .gitignore leave of it", async () => {
    await mkdir(place.path("notes/drafts"), { recursive: true });
    for (const name of ["a.md", "b.txt", "c.md", "drafts/d.md"]) {
      await place.write(`notes/${name}`, "A lighthouse.");
    }
    await place.write("notes/.gitignore", "c.md\n");
    const filesWith = async (...flags: string[]): Promise<number> => {
      const args = ["index", place.path("notes"), "--out", out, ...wordsAlone, ...flags];
      return (await psiJson(args)).files;
    };
    expect(await filesWith()).toBe(3);
    expect(await filesWith("--no-gitignore")).toBe(4);
    expect(await filesWith("--include", "*.md")).toBe(2);
    expect(await filesWith("--include", "*.md", "--include", "*.txt", "--exclude", "drafts")).toBe(
      2,
    );
  });

  it("cuts passages to the length that is asked for", async () => {
    await place.write("long.txt", "The keeper climbed the stairs of the tower again. ".repeat(60));
    const passages = async (tokens: string): Promise<number> =>
      (
        await psiJson([
          "index",
          place.path("long.txt"),
          "--out",
          place.path(`${tokens}.psi`),
          "--tokens",
          tokens,
          ...wordsAlone,
        ])
      ).passages;
    expect(await passages("50")).toBeGreaterThan(await passages("300"));
  });

  it("keeps quiet about progress where nobody watches, and prints for people", async () => {
    const { code, stdout, stderr } = await psi(["index", corpus, "--out", out]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^passages +8 from 1 file$/m);
    expect(stdout).toMatch(/^embedded +\d+ of \d+ texts/m);
  });

  it("says what it would cost, and makes nothing", async () => {
    const estimate = await psiJson(["index", corpus, "--out", out, "--dry-run"]);
    expect(estimate).toMatchObject({ passages: 8, embeddings: { missing: 8 }, files: 1 });
    expect(existsSync(out)).toBe(false);
    const { stdout } = await psi(["index", corpus, "--out", out, "--dry-run"]);
    expect(stdout).toContain("Nothing was changed.");
    expect(stdout).toMatch(/^to embed +8 texts, [1-9]/m);
  });

  it("counts in a dry run only what is missing", async () => {
    await psi(["index", corpus, "--out", out]);
    const added = JSON.stringify({ id: "new", text: "A zeppelin came." });
    await place.write("island.jsonl", `${island}\n${added}`);
    const estimate = await psiJson(["index", corpus, "--out", out, "--dry-run"]);
    expect(estimate).toMatchObject({ passages: 9, embeddings: { missing: 1 } });
    expect((await psiJson(["inspect", out])).passages).toBe(8);
  });

  it("lets a model write the abstracts, after an interruption going on where it stopped", async () => {
    let silent = true;
    const server = await chatServer(() =>
      silent ? undefined : "A text about the island of Skarn and its people.",
    );
    try {
      const args = ["index", corpus, "--out", out, "--model", server.spec];
      const interrupted = await psi(args, {
        onStart: (child) => {
          void server.nextRequest().then(() => child.kill("SIGINT"));
        },
      });
      expect(interrupted).toMatchObject({ code: 130, stdout: "" });
      expect(interrupted.stderr).toContain("goes on from there");
      silent = false;
      const done = await psiJson(args);
      expect(done.abstractsWritten).toBe(done.nodes - done.passages);
      // The passages' vectors were kept; those of the abstracts, all alike, are one text.
      expect(done.embedded).toBe(1);
      const root = await psiJson(["inspect", out, "--node"]);
      expect(root.node.text).toBe("A text about the island of Skarn and its people.");
    } finally {
      server.close();
    }
  });

  it.each([
    ["a file that is not there", () => ["nowhere.md"], "nowhere.md"],
    [
      "an empty folder",
      async () => {
        await mkdir(place.path("empty"));
        return [place.path("empty")];
      },
      "empty",
    ],
    [
      "files without text",
      async () => [await place.write("blank.txt", " \n\n ")],
      "no text to index",
    ],
    [
      "a line that is not JSON",
      async () => [await place.write("bad.jsonl", '{"text":"a"}\n{"text":')],
      "line 2",
    ],
    [
      "an id given twice",
      async () => [
        await place.write("twice.jsonl", '{"id":"a","text":"b"}\n{"id":"a","text":"c"}'),
      ],
      '"a"',
    ],
  ])("refuses %s, and makes no index", async (_, inputs, message) => {
    const { code, stdout, stderr } = await psi([
      "index",
      ...(await inputs()),
      "--out",
      out,
      ...wordsAlone,
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect((await psi(["search", out, "a"])).code).toBe(2);
  });

  it.each([
    [["--abstracts", "summary"], "--model"],
    [["--abstracts", "extractive", "--model", "ollama:x"], "Leave out --model"],
    [["--no-vectors", "--abstracts", "extractive"], "--no-vectors"],
    [["--no-vectors", "--max-children", "9"], "--max-children"],
    [["--abstracts", "poems"], "keyphrases, extractive, summary, keywords, none"],
    [["--embedder", "/nowhere/at/all"], "/nowhere/at/all"],
  ])("refuses %j", async (flags, message) => {
    const { code, stderr } = await psi(["index", corpus, "--out", out, ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("does not write over what is no index of ours, or one that is cut short", async () => {
    const text = await place.write("notes.txt", "Keep me. ".repeat(1000));
    expect((await psi(["index", corpus, "--out", text, ...wordsAlone])).code).toBe(2);
    await psi(["index", corpus, "--out", out, ...wordsAlone]);
    const file = await open(out, "r+");
    await file.truncate(5000);
    await file.close();
    for (const args of [
      ["index", corpus, "--out", out, ...wordsAlone],
      ["search", out, "keeper"],
    ]) {
      const { code, stdout, stderr } = await psi(args);
      expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
      expect(stderr).toContain(out);
      expect(stderr).not.toContain("    at ");
    }
  });

  it("writes abstracts of each kind that needs no model", async () => {
    for (const kind of ["keyphrases", "extractive"]) {
      await psi(["index", corpus, "--out", out, "--abstracts", kind]);
      expect((await psiJson(["inspect", out])).abstracter).toContain(kind);
      expect((await psiJson(["inspect", out, "--node"])).node.text).not.toBe("");
    }
    await rm(out);
    await psi(["index", corpus, "--out", out, "--abstracts", "none"]);
    expect((await psiJson(["inspect", out, "--node"])).node.text).toBe("");
  });
});
