import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type JsonLine, jsonLines } from "./json-lines.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "psi-json-lines-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function linesOf(content: string | Uint8Array): Promise<JsonLine[]> {
  const path = join(folder, "file.jsonl");
  await writeFile(path, content);
  return read(path);
}

async function read(path: string): Promise<JsonLine[]> {
  const lines: JsonLine[] = [];
  for await (const line of jsonLines(path)) lines.push(line);
  return lines;
}

describe("jsonLines", () => {
  it("reads an object a line, with its place", async () => {
    const [first, second] = await linesOf('{"a":1}\n{"b":2}\n');
    expect(first).toEqual({ place: `${join(folder, "file.jsonl")}, line 1`, record: { a: 1 } });
    expect(second?.place).toMatch(/line 2$/);
    expect(second?.record).toEqual({ b: 2 });
  });

  it("takes a last line without a line break, Windows line breaks, a byte order mark and blank lines", async () => {
    const lines = await linesOf('\ufeff{"a":1}\r\n\r\n  \n{"a":2}');
    expect(lines.map(({ record }) => record.a)).toEqual([1, 2]);
    expect(lines[1]?.place).toMatch(/line 4$/);
  });

  it("does not cut at the line separators that JSON allows inside a string", async () => {
    const [line] = await linesOf('{"a":"one\u2028two\u2029three\u0085"}\n');
    expect(line?.record.a).toBe("one\u2028two\u2029three\u0085");
  });

  it("gives back what was written, across the blocks of a file", async () => {
    const record = fc.dictionary(fc.string(), fc.string({ unit: "binary" }), { maxKeys: 3 });
    const bulk = { filler: "é漢😀".repeat(30_000) };
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 6 }), async (records) => {
        const written = [...records, bulk, ...records].map((each) =>
          JSON.parse(JSON.stringify(each)),
        );
        const lines = await linesOf(written.map((each) => `${JSON.stringify(each)}\n`).join(""));
        expect(lines.map((line) => line.record)).toEqual(written);
      }),
      { numRuns: 25 },
    );
  });

  it("gives an empty file's no lines", async () => {
    expect(await linesOf("")).toEqual([]);
  });

  it("stops reading when its reader stops", async () => {
    const path = join(folder, "file.jsonl");
    await writeFile(path, '{"a":1}\nthis is not JSON\n');
    for await (const { record } of jsonLines(path)) {
      expect(record).toEqual({ a: 1 });
      break;
    }
  });
});

describe("bad input", () => {
  const unreadable = (message: RegExp) =>
    expect.objectContaining({ code: "unreadable-input", message: expect.stringMatching(message) });

  it.each([
    ["a line that is not JSON", '{"a":1}\n{a:2}\n{"a":3}\n', /line 2: this line is not JSON/],
    ["a list", "[1]\n", /line 1: .* not an object/],
    ["null", "null\n", /line 1: .* not an object/],
    ["a bare string", '"a"\n', /line 1: .* not an object/],
    ["an end inside a line", '{"a":1}\n{"a":', /line 2: the file ends in the middle of this line/],
  ])("%s", async (_, content, message) => {
    await expect(linesOf(content)).rejects.toThrow(unreadable(message));
  });

  it("an end inside a character", async () => {
    const whole = new TextEncoder().encode('{"a":1}\n{"a":"漢');
    await expect(linesOf(whole.subarray(0, -1))).rejects.toThrow(
      unreadable(/line 2: the file ends/),
    );
  });

  it("a line that is not UTF-8", async () => {
    const latin = Buffer.from('{"a":"caf\u00e9"}\n', "latin1");
    await expect(linesOf(latin)).rejects.toThrow(unreadable(/line 1: .* not UTF-8/));
  });

  it("keeps the cause of what is not JSON", async () => {
    await expect(linesOf("{\n")).rejects.toMatchObject({ cause: expect.any(SyntaxError) });
  });

  it("a file that does not exist, and a folder", async () => {
    for (const path of [join(folder, "none.jsonl"), folder]) {
      const reading = read(path);
      await expect(reading).rejects.toThrow(unreadable(/cannot be read/));
      await expect(reading).rejects.toMatchObject({ cause: expect.any(Error) });
    }
  });
});
