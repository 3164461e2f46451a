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
import { estimateTokens, type Passage } from "@psi/core";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyText, listOf } from "./testing/any-text.js";
import { type FileReport, type ReadOptions, readPassages } from "./read-passages.js";

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
const titlesOf = (passages: readonly Passage[]): unknown[] =>
  passages.map(({ metadata }) => metadata.title);

describe("readPassages", () => {
  it("reads text as chunks that know their file and place", async () => {
    const text = "The keeper wrote down the weather.\n\n".repeat(40);
    const path = write("log.txt", text);
    const passages = await read([path]);
    expect(passages.length).toBeGreaterThan(2);
    for (const { id, pageContent, metadata } of passages) {
      expect(Object.keys(metadata)).toEqual(["source", "start", "end"]);
      expect(id).toBe(`${path}#${metadata.start}`);
      expect(metadata.source).toBe(path);
      expect(pageContent).toBe(text.slice(metadata.start as number, metadata.end as number));
    }
    expect(passages.map(({ pageContent }) => pageContent).join("")).toBe(text);
  });

  it("tells true spans for any text, and drops nothing but white space", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom("a.txt", "a.md"), async (given, name) => {
        const text = Buffer.from(given)
          .toString()
          .replace(/^\ufeff/, "");
        const passages = await read([write(name, `\ufeff${text}`)], { tokens: 10 });
        let at = 0;
        for (const { pageContent, metadata } of passages) {
          const { start, end } = metadata as { start: number; end: number };
          expect(text.slice(at, start).trim()).toBe("");
          expect(pageContent).toBe(text.slice(start, end));
          expect(pageContent.trim()).not.toBe("");
          at = end;
        }
        expect(text.slice(at).trim()).toBe("");
      }),
      { numRuns: 60 },
    );
  });

  it("titles passages of Markdown by their headings, and lets none reach over a heading", async () => {
    const install = "Copy the folder. ".repeat(60);
    const text = `---\ntitle: Manual\n---\n\n# Guide\n\nShort.\n\n## Install\n\n${install}\n\n# End\n\nBye.\n`;
    const passages = await read([write("guide.md", text)]);
    expect(passages.map(({ pageContent }) => pageContent).join("")).toBe(text);
    const titles = titlesOf(passages);
    expect(titles[0]).toBe("Manual > Guide");
    expect(titles.at(-1)).toBe("Manual > End");
    expect(titles.slice(1, -1)).toEqual(
      new Array(titles.length - 2).fill("Manual > Guide > Install"),
    );
    expect(titles.length).toBeGreaterThan(3);
    expect(passages[1]?.pageContent.startsWith("## Install")).toBe(true);
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
    const names = passages.map(({ id }) => id?.slice(root.length + 1));
    expect(names).toEqual(["two/docs/a.md#0", "two/docs/b.txt#0", "one/docs/a.md#0"]);
  });

  it("gives the same passages each time", async () => {
    write("docs/a.md", "# A\n\nText.\n");
    write("docs/b.txt", "桥。".repeat(500));
    const path = join(root, "docs");
    expect(await read([path])).toEqual(await read([path]));
  });

  it("reports each file, and why one is left out", async () => {
    write("docs/a.txt", "Text.");
    write("docs/b.png", "");
    write("docs/c.txt", " \n");
    const reports: FileReport[] = [];
    await read([join(root, "docs")], { onFile: (report) => reports.push(report) });
    expect(reports).toEqual([
      { source: `${root}/docs/a.txt`, passages: 1 },
      { source: `${root}/docs/b.png`, passages: 0, skipped: "files of its kind are not read" },
      { source: `${root}/docs/c.txt`, passages: 0 },
    ]);
  });

  it("reads a file of another kind that is named by itself, if it is text", async () => {
    const named = write("notes.rst", "Notes.");
    expect((await read([named]))[0]?.pageContent).toBe("Notes.");
    await expect(read([write("a.bin", "a\0b")])).rejects.toMatchObject({
      code: "unreadable-input",
    });
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    await expect(read([write("a.png", png)])).rejects.toThrow(
      /a\.png is not UTF-8: byte 0 is 0x89/,
    );
    expect(await read([write("nul.txt", "a\0b")])).toHaveLength(1);
  });

  it("reads UTF-16, line breaks of every kind, and a file that ends within a line", async () => {
    const markdown = "# Brücke\r\n\r\nDie Brücke ist alt.";
    const path = write("utf16.md", Buffer.from(`\ufeff${markdown}`, "utf16le"));
    expect(await read([path])).toEqual([
      {
        id: `${path}#0`,
        pageContent: markdown,
        metadata: { source: path, start: 0, end: markdown.length, title: "Brücke" },
      },
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
    await expect(read(["/nowhere"], { tokens: 0 })).rejects.toMatchObject({
      code: "invalid-option",
    });
    await expect(read(["/nowhere"])).rejects.toMatchObject({ code: "unreadable-input" });
  });

  it("names the broken file among others, after the passages before it", async () => {
    write("docs/a.txt", "Fine.");
    write("docs/b.jsonl", '{"text":"x"}\n{"text":7}\n');
    const passages: Passage[] = [];
    const reading = (async () => {
      for await (const passage of readPassages([join(root, "docs")])) passages.push(passage);
    })();
    await expect(reading).rejects.toThrow(/docs\/b\.jsonl, line 2 has a "text" that is a number/);
    expect(passages.map(({ pageContent }) => pageContent)).toEqual(["Fine.", "x"]);
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
