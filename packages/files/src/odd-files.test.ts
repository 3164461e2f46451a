import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Passage, plainText } from "@psi/core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileReport } from "./read-file.js";
import { readPassages } from "./read-passages.js";
import { anyText } from "./testing/any-text.js";

const folder = mkdtempSync(join(tmpdir(), "psi-odd-files-"));
const count = 1_000;
const extensions = "md mdx html rst adoc csv tsv txt json jsonl".split(" ");
const repeated =
  '> |- |[|{|(|<b>|<!--|**a|`|{{|{%|| a |\n|::: x\n|!!! x\n    |.. x::\n   |====\n|"|,|\n|\\|&amp;|$|#|%%|[[|^a|+|\t|---\n|```\n';

/** Contents that people's disks hold and parsers trip over. */
const content: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 4, arbitrary: anyText.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: anyText.map((text) => Buffer.from(text, "utf16le")) },
  { weight: 1, arbitrary: anyText.map((text) => Buffer.from(text, "utf16le").swap16()) },
  { weight: 1, arbitrary: anyText.map((text) => Buffer.from(text, "latin1")) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...repeated.split("|").filter((part) => part !== "")),
        fc.integer({ min: 1, max: 3_000 }),
        anyText,
      )
      .map(([part, times, text]) => Buffer.from(part.repeat(times) + text)),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.jsonValue(), { maxLength: 5 })
      .map((rows) => Buffer.from(rows.map((row) => JSON.stringify(row)).join("\n"))),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ unit: "binary", maxLength: 80 }), anyText)
      .map(([yaml, text]) => Buffer.from(`---\n${yaml}\n---\n${text}`)),
  },
);

beforeAll(() => {
  const files = fc.sample(fc.tuple(content, fc.constantFrom(...extensions)), {
    numRuns: count,
    seed: 20_261_201,
  });
  for (const [i, [bytes, extension]] of files.entries()) {
    const inner = join(folder, `folder ${i % 10}`);
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, `file-${i}.${extension}`), bytes);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

it("indexes or names each of a thousand odd files", { timeout: 120_000 }, async () => {
  const reports: FileReport[] = [];
  const passages: Passage[] = [];
  const reading = readPassages([folder], { onFile: (report) => reports.push(report) });
  for await (const passage of reading) passages.push(passage);
  expect(reports).toHaveLength(count);
  const given = new Map<string, number>();
  for (const { metadata } of passages) {
    given.set(metadata.source, (given.get(metadata.source) ?? 0) + 1);
  }
  for (const { source, passages: found, leftOut, blank } of reports) {
    expect(found > 0 || leftOut.length > 0 || blank > 0, source).toBe(true);
    if (!/jsonl?$/.test(source)) expect(given.get(source) ?? 0, source).toBe(found);
    for (const { reason } of leftOut)
      expect(reason, source).toMatch(/^(?:is|has|was|ends|goes) .+/);
  }
  const ids = passages.map(({ id }) => id as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const passage of passages) {
    expect(plainText(passage).trim(), passage.id).not.toBe("");
    expect(() => JSON.stringify(passage.metadata)).not.toThrow();
    expect(passage.pageContent, passage.id).not.toContain("\u0000");
  }
  const named = reports.filter(({ leftOut }) => leftOut.length > 0).length;
  expect(named).toBeGreaterThan(200);
  expect(reports.length - named).toBeGreaterThan(300);
});
