import type { Passage } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf } from "../testing/any-text.js";
import { openText } from "../testing/open-text.js";
import { expectTruePlaces, passagesIn } from "../testing/read-document.js";
import { fieldsOf, rowSplitter } from "./csv-rows.js";
import { readCsv } from "./read-csv.js";

const read = (parts: readonly string[], tokens = 20): Promise<Passage[]> =>
  passagesIn(readCsv, openText(parts, "lights.csv", tokens));
const rowsOf = (parts: readonly string[], delimiter = ","): string[] => {
  const splitter = rowSplitter(delimiter);
  const ends = [...parts.flatMap((part) => splitter.push(part)), ...splitter.end()];
  const text = parts.join("");
  return ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
};
const quoted = (field: string): string =>
  /[",;\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;

describe("rowSplitter and fieldsOf", () => {
  it("find the rows and fields that were written, however the text is parted", () => {
    const field = fc
      .array(fc.constantFrom("a", "桥", ",", ";", '"', "\n", "\r\n", " "), { maxLength: 5 })
      .map((bits) => bits.join(""));
    const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.array(fc.nat(), { maxLength: 6 }), (rows, cuts) => {
        const lines = rows.map((row) => `${row.map(quoted).join(",")}\r\n`);
        const found = rowsOf(partsOf(lines.join(""), cuts));
        expect(found).toEqual(lines);
        const unbroken = (text: string): string => text.replace(/[\r\n]/g, "");
        expect(found.map((row) => fieldsOf(row, ",").map(unbroken))).toEqual(
          rows.map((row) => row.map(unbroken)),
        );
      }),
    );
  });

  it("take a quote that is never closed, and one inside a field, for text", () => {
    expect(rowsOf(['a,"b\nc,d\ne,f'])).toEqual(['a,"b\n', "c,d\n", "e,f"]);
    expect(rowsOf(['5" pipe,x\ny,z\n'])).toEqual(['5" pipe,x\n', "y,z\n"]);
  });
});

describe("readCsv", () => {
  const header = "name,oil,year\n";
  const table = header + Array.from({ length: 60 }, (_, i) => `Tolm ${i},colza,18${i}\n`).join("");

  it("repeats the header row in front of the rows of each passage", async () => {
    const passages = await read([table]);
    expect(passages.length).toBeGreaterThan(10);
    expectTruePlaces(passages, table);
    for (const [i, { pageContent, metadata }] of passages.entries()) {
      expect(pageContent.startsWith(header)).toBe(true);
      expect(metadata.repeated ?? 0).toBe(i === 0 ? 0 : header.length);
      expect(metadata.title).toBe("lights");
    }
  });

  it("keeps a row with line breaks in quotes whole", async () => {
    const row = 'Tolm,"oil of\n\ncolza",1851\n';
    for (const { pageContent } of await read([header + row.repeat(20)])) {
      expect(pageContent.replace(header, "").replaceAll(row, "").trimEnd()).toMatch(
        /^(?:Tolm,"oil of\n\ncolza",1851)?$/,
      );
    }
  });

  it.each([
    [";", "semicolons"],
    ["\t", "tabs"],
    ["|", "bars"],
  ])("reads fields between %j (%s)", async (delimiter) => {
    const lines = table.replaceAll(",", delimiter);
    for (const { pageContent } of await read([lines])) {
      expect(pageContent.startsWith(header.replaceAll(",", delimiter))).toBe(true);
    }
  });

  it("repeats no row of a table without a header", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => `${i},Tolm,colza\n`).join("");
    for (const { metadata } of await read([rows])) expect(metadata).not.toHaveProperty("repeated");
  });

  it("gives the same passages of a long table however it is parted", async () => {
    const long = header + "Tolm,colza oil of the best kind,1851\n".repeat(4_000);
    const whole = await read([long], 100);
    expect(await read(partsOf(long, [100, 70_000, 70_001, 131_072]), 100)).toEqual(whole);
    const text = whole.map(({ pageContent, metadata }) =>
      pageContent.slice((metadata.repeated as number | undefined) ?? 0),
    );
    expect(text.join("\n")).toBe(long.trimEnd());
  });

  it("bounds a file whose quotes are never closed, and says so", async () => {
    const file = openText([`a,b\n"${"Tolm,oil\n".repeat(150_000)}`], "lights.csv");
    const passages = await passagesIn(readCsv, file);
    expect(passages.length).toBeGreaterThan(1_000);
    expect(file.notes).toEqual(["has a quote that is never closed, which was taken for text."]);
  });
});
