import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { estimateTokens, type Passage, placeInSource } from "@psi/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileReport } from "./read-file.js";
import { type ReadOptions, readPassages } from "./read-passages.js";
import { anyText, listOf } from "./testing/any-text.js";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "psi-read-passages-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array): string => {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
};
const read = (paths: readonly string[], options?: ReadOptions): Promise<Passage[]> =>
  listOf(readPassages(paths, options));
const reportsOf = async (paths: readonly string[]): Promise<readonly FileReport[]> => {
  const reports: FileReport[] = [];
  await read(paths, { onFile: (report) => reports.push(report) });
  return reports;
};
const bare = (text: string): string => text.replace(/\s/gu, "");

describe("readPassages", () => {
  it("reads text as chunks that know their file, their place and their line", async () => {
    const text = "The keeper wrote down the weather.\n\n".repeat(40);
    const passages = await read([write("day-log.txt", text)]);
    expect(passages.length).toBeGreaterThan(2);
    for (const { id, pageContent, metadata } of passages) {
      const { start, end, line } = metadata as Record<string, number>;
      expect(metadata).toEqual({ title: "day log", source: "day-log.txt", start, end, line });
      expect(id).toBe(`day-log.txt#${start}`);
      expect(pageContent).toBe(text.slice(start, end));
      expect(line).toBe(text.slice(0, start).split("\n").length);
    }
  });

  it("has every character of a text that is not white space in exactly one passage", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (given) => {
        const text = Buffer.from(given.replace(/(?!\s)\p{Cc}/gu, ""))
          .toString()
          .replace(/^\ufeff/, "");
        const passages = await read([write("d/a.txt", `\ufeff${text}`), write("d/b.txt", "x")], {
          tokens: 10,
        });
        let at = 0;
        let whole = "";
        for (const { pageContent, metadata } of passages.slice(0, -1)) {
          expect(pageContent).toBe(text.slice(metadata.start, metadata.end));
          expect(metadata.start).toBeGreaterThanOrEqual(at);
          expect(bare(text.slice(at, metadata.start))).toBe("");
          at = metadata.end;
          whole += pageContent;
        }
        expect(bare(whole)).toBe(bare(text));
      }),
      { numRuns: 60 },
    );
  });

  it("leaves front matter out of the text and gives it to every passage as metadata", async () => {
    const install = "Copy the folder. ".repeat(60);
    const text = `---\ntitle: Manual\ntags: [a, b]\nsource: web\n---\n\n# Guide\n\nShort.\n\n## Install\n\n${install}\n\n# End\n\nBye.\n`;
    const passages = await read([write("guide.md", text)]);
    expect(passages.map(({ pageContent }) => pageContent).join("")).not.toContain("tags");
    const titles = passages.map(({ metadata }) => metadata.title);
    expect([...new Set(titles)]).toEqual([
      "Manual > Guide",
      "Manual > Guide > Install",
      "Manual > End",
    ]);
    for (const { metadata } of passages) {
      expect(metadata).toMatchObject({
        source: "guide.md",
        tags: ["a", "b"],
        "frontMatter.source": "web",
      });
    }
  });

  it("gives places that core finds again in the file, lines included", async () => {
    const text = "# Lights\r\n\r\nTolm is old.\r\nIt burned colza oil.\r\n\r\n- one\r\n- two\r\n";
    const [passage] = await read([write("lights.md", text)]);
    const start = passage?.pageContent.indexOf("It burned") as number;
    expect(placeInSource(passage as Passage, { start, end: start + 20 })).toEqual({
      source: "lights.md",
      sourceSpan: { start: text.indexOf("It burned"), end: text.indexOf("It burned") + 20 },
      sourceLines: { first: 4, last: 4 },
    });
  });

  it("keeps lines of JSONL whole, however long", async () => {
    const long = "The keeper wrote down the weather. ".repeat(500);
    const path = write("data.jsonl", `${JSON.stringify({ id: "long", text: long })}\n`);
    expect(await read([path])).toMatchObject([{ id: "long", pageContent: long }]);
  });

  it("reads folders and files in order, with ids that are unique over all", async () => {
    const text = "Same text in every file.\n";
    for (const name of ["one/docs/a.md", "two/docs/a.md", "two/docs/b.txt"]) write(name, text);
    const passages = await read([join(root, "two"), join(root, "one/docs")]);
    expect(passages.map(({ id }) => id)).toEqual(["docs/a.md#0", "docs/b.txt#0", "a.md#0"]);
  });

  it("gives the same passages each time", async () => {
    write("docs/a.md", "# A\n\nText.\n");
    write("docs/b.txt", "桥。".repeat(500));
    const path = join(root, "docs");
    expect(await read([path])).toEqual(await read([path]));
  });

  it("reports each file: its passages, what was left out, and what was assumed", async () => {
    write("docs/a.txt", "Text.");
    write("docs/b.png", "");
    write("docs/c.txt", " \n");
    write("docs/d.jsonl", '{"text":"x"}\n{"text":7}\n{"text":" "}\n');
    write("docs/e.md", "<!-- x -->\n\n# One\n\nText.\n\n<!-- only this -->\n");
    write(
      "docs/f.txt",
      Buffer.from("Der Wärter schrieb täglich das Wetter auf, für alle.", "latin1"),
    );
    write("docs/g.md", Uint8Array.of(0x80, 0x81));
    const none = { passages: 0, blank: 0, leftOut: [], moreLeftOut: 0, notes: [] };
    const reports = await reportsOf([join(root, "docs")]);
    expect(reports.map(({ path, ...report }) => report)).toEqual([
      { ...none, source: "a.txt", passages: 1 },
      {
        ...none,
        source: "b.png",
        leftOut: [
          { source: "b.png", kind: "format", reason: expect.stringMatching(/^is a \.png/) },
        ],
      },
      {
        ...none,
        source: "c.txt",
        leftOut: [{ source: "c.txt", kind: "blank", reason: "has no text." }],
      },
      {
        ...none,
        source: "d.jsonl",
        passages: 1,
        blank: 1,
        leftOut: [
          {
            source: "d.jsonl",
            line: 2,
            kind: "malformed",
            reason: expect.stringMatching(/^has a "text" that is a number/),
          },
        ],
      },
      { ...none, source: "e.md", passages: 1, blank: 1 },
      {
        ...none,
        source: "f.txt",
        passages: 1,
        notes: ["was read as windows-1252, which was guessed."],
      },
      {
        ...none,
        source: "g.md",
        leftOut: [
          { source: "g.md", kind: "encoding", reason: expect.stringMatching(/^is not UTF-8/) },
        ],
      },
    ]);
    expect(reports[0]?.path).toBe(join(root, "docs/a.txt"));
  });

  it("keeps a bounded list of the records that were left out", async () => {
    write("docs/a.jsonl", `{"text":"x"}\n${"{}\n".repeat(1_200)}`);
    const [report] = await reportsOf([join(root, "docs")]);
    expect(report?.leftOut).toHaveLength(1_000);
    expect(report?.moreLeftOut).toBe(200);
  });

  it("throws for a file that is named by itself, where one in a folder would be left out", async () => {
    await expect(read([write("b.jsonl", '{"text":"x"}\n{"text":7}\n')])).rejects.toThrow(
      /^b\.jsonl, line 2 has a "text" that is a number/,
    );
    await expect(read([write("a.bin", "a\0b")])).rejects.toMatchObject({
      code: "unreadable-input",
    });
    await expect(read([write("a.json", '{"a":1}')])).rejects.toThrow(/is a JSON object/);
    expect(await read([write("blank.md", " \n")])).toEqual([]);
  });

  it("reads a file of another kind that is named by itself, if it is text", async () => {
    const named = write("notes.xyz", "Notes.");
    expect((await read([named]))[0]?.pageContent).toBe("Notes.");
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0);
    await expect(read([write("a.png", png)])).rejects.toThrow(/a\.png is a binary file/);
  });

  it("reads UTF-16, and a file that ends within a line", async () => {
    const markdown = "# Brücke\r\n\r\nDie Brücke ist alt.";
    const path = write("utf16.md", Buffer.from(`\ufeff${markdown}`, "utf16le"));
    expect(await read([path])).toMatchObject([
      { id: "utf16.md#0", pageContent: markdown, metadata: { title: "Brücke", line: 1 } },
    ]);
  });

  it("takes chunk sizes and counts", async () => {
    const path = write("log.txt", "The keeper wrote down the weather. ".repeat(100));
    const passages = await read([path], { tokens: 20 });
    for (const { pageContent } of passages) {
      expect(Math.abs(estimateTokens(pageContent) - 20)).toBeLessThan(10);
    }
    const counted = await read([path], { tokens: 20, count: (text) => text.length / 10 });
    expect(Math.abs(counted.length - 3_500 / 10 / 20)).toBeLessThan(3);
  });

  it("refuses options out of range and no paths before it reads", async () => {
    await expect(read([])).rejects.toMatchObject({ code: "invalid-option" });
    for (const options of [{ tokens: 0 }, { include: [""] }]) {
      await expect(read(["/nowhere"], options)).rejects.toMatchObject({ code: "invalid-option" });
    }
    await expect(read(["/nowhere"])).rejects.toMatchObject({ code: "unreadable-input" });
    const path = write("a.md", "Some text.");
    await expect(read([path], { count: () => Number.NaN })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });

  const openFiles = "/proc/self/fd";
  it.skipIf(!existsSync(openFiles))(
    "closes its files, whatever happens (where /proc is)",
    async () => {
      const long = write("long.txt", "The keeper wrote down the weather. ".repeat(6_000));
      const broken = write("broken.txt", Uint8Array.of(0xff));
      const before = readdirSync(openFiles).length;
      for (let i = 0; i < 20; i++) {
        await expect(read([broken])).rejects.toThrow(/not UTF-8/);
        for await (const _ of readPassages([long])) break;
      }
      expect(readdirSync(openFiles).length).toBeLessThan(before + 10);
    },
  );

  it("stops when the signal is aborted, with its reason", async () => {
    const path = write("log.txt", "The keeper wrote down the weather. ".repeat(20_000));
    const controller = new AbortController();
    const reason = new Error("stop");
    let count = 0;
    const reading = (async () => {
      for await (const _ of readPassages([path], { signal: controller.signal })) {
        if (++count === 5) controller.abort(reason);
      }
    })();
    await expect(reading).rejects.toBe(reason);
    expect(count).toBeLessThan(1_000);
    const { signal } = controller;
    await expect(read([path], { signal })).rejects.toBe(reason);
  });
});
