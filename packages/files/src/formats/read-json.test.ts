import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnreadableError } from "../read/unreadable.js";
import { anyText, listOf, partsOf } from "../testing/any-text.js";
import { openText } from "../testing/open-text.js";
import { readJson } from "./read-json.js";

const read = (...parts: string[]): Promise<Passage[]> =>
  listOf(readJson(openText(parts, "data.json")));

describe("readJson", () => {
  it("makes each record of an array one passage, with its fields and its place", async () => {
    const text =
      '[\n  {"id": 7, "text": "One, [two]."},\n  {"text": "Three \\"x\\"]", "year": 1851}\n]\n';
    expect(await read(text)).toMatchObject([
      { id: "7", pageContent: "One, [two].", metadata: { source: "data.json", start: 4, line: 2 } },
      { id: "data.json#40", pageContent: 'Three "x"]', metadata: { line: 3, year: 1851 } },
    ]);
    expect(text.slice(40)).toMatch(/^\{"text": "Three/);
  });

  it("reads any records as JSON.parse does, however the file is parted", async () => {
    const record = fc.record({ text: anyText, more: fc.jsonValue() });
    const layout = fc.constantFrom(undefined, 2);
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        layout,
        async (records, cuts, indent) => {
          const file = JSON.stringify(records, null, indent);
          const parsed = JSON.parse(file) as { text: string; more: unknown }[];
          const wanted = parsed.filter(({ text }) => text.trim() !== "");
          const passages = await read(...partsOf(file, cuts));
          expect(passages.map(({ pageContent }) => pageContent)).toEqual(
            wanted.map(({ text }) => text),
          );
          for (const [i, { metadata }] of passages.entries()) {
            expect(metadata.more).toEqual(wanted[i]?.more);
            const item = file.slice(metadata.start as number, metadata.end as number);
            expect(JSON.parse(item)).toEqual(wanted[i]);
          }
        },
      ),
    );
  });

  it("leaves out records that are none, and reads the others", async () => {
    const file = openText(
      ['[{"text":"a"},\n{"text":7},\n{"text":"b",},{"text":"c"}]'],
      "data.json",
    );
    const passages = await listOf(readJson(file));
    expect(passages.map(({ pageContent }) => pageContent)).toEqual(["a", "c"]);
    expect(file.leftOut.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      expect.stringMatching(/^2: has a "text" that is a number/),
      expect.stringMatching(/^3: is not JSON at character 13/),
    ]);
  });

  it.each([
    ['{"a": [1]}', /is a JSON object, not an array of records.*jsonl/],
    ["text", /is not JSON, not an array/],
    ["", /ends before its array does/],
    ["[", /ends before its array does/],
    ["[] x", /goes on after its end/],
  ])("names %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  it("keeps the records of an array that is cut off, and names the place", async () => {
    const file = openText(['[{"text":"a"},\n{"text":"b'], "data.json");
    expect(await listOf(readJson(file))).toHaveLength(1);
    expect(file.leftOut).toMatchObject([{ line: 2, reason: "ends before its array does." }]);
  });

  it("names an object as another format, and the rest as malformed", async () => {
    const kindOf = async (text: string): Promise<string> => {
      const error: unknown = await read(text).catch((thrown: unknown) => thrown);
      return error instanceof UnreadableError ? error.leftOut.kind : "";
    };
    expect(await kindOf('{"a": 1}')).toBe("format");
    expect(await kindOf("text")).toBe("malformed");
  });

  it("has nothing for an empty array", async () => {
    expect(await read(" [ ]\n")).toEqual([]);
  });
});
