import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { buildLines, estimateLines } from "./build-report.js";

const plain = pico.createColors(false);
const report = {
  ids: [],
  blank: 0,
  added: { count: 3, ids: ["a", "b", "c"] },
  updated: { count: 0, ids: [] },
  removed: { count: 1_200, ids: ["d"] },
  unchanged: 57,
  passages: 60,
  nodes: 80,
  embedded: 3,
  abstractsWritten: 2,
  notes: [],
  seconds: 1.234,
};
const read = { files: 1, skipped: [], blank: 0, fileNotes: [] };
const layers = [
  { layer: 0, nodes: 60 },
  { layer: 1, nodes: 20, children: { min: 2, median: 3, max: 4 } },
];

describe("buildLines", () => {
  it("says what was indexed and what it was paid for", () => {
    expect(buildLines({ out: "a.psi", report, layers, ...read }, 80, plain)).toEqual([
      "a.psi",
      "passages   60 from 1 file",
      "changes    3 added, 1,200 removed, 57 unchanged",
      "tree       80 nodes in 2 layers",
      "embedded   3 of 80 texts; the others were known",
      "abstracts  20, 2 of them asked of a model now",
      "time       1.23 s",
    ]);
  });

  it("leaves out what an index of words alone has not", () => {
    const words = { ...report, nodes: 60, embedded: 0, abstractsWritten: 0 };
    expect(
      buildLines({ out: "a.psi", report: words, layers: [], ...read, files: 2 }, 80, plain),
    ).toEqual([
      "a.psi",
      "passages  60 from 2 files",
      "changes   3 added, 1,200 removed, 57 unchanged",
      "tree      none",
      "time      1.23 s",
    ]);
  });

  it("shows the first few notes, those of files first, and how many more there are", () => {
    const notes = Array.from({ length: 7 }, (_, at) => `Note ${at} \u001b[2J`);
    const view = { out: "a.psi", report: { ...report, notes }, layers, ...read };
    const lines = buildLines({ ...view, fileNotes: ["a.txt was guessed."] }, 80, plain);
    expect(lines.slice(7)).toEqual([
      "",
      "Notes",
      "a.txt was guessed.",
      "Note 0",
      "Note 1",
      "Note 2",
      "Note 3",
      "… and 3 more (--json lists all)",
    ]);
  });

  it("shows the first few files and records that were left out, by kind of reason", () => {
    const format = (file: string) => ({ file, kind: "format", reason: "is not read." }) as const;
    const skipped = [
      format("a.png"),
      { file: "b.jsonl", line: 3, kind: "malformed", reason: 'has no "text".' } as const,
      ...["c", "d", "e", "f"].map((name) => format(`${name}.png`)),
    ];
    const lines = buildLines({ out: "a.psi", report, layers, ...read, skipped }, 80, plain);
    expect(lines.slice(7)).toEqual([
      "",
      "5 files and 1 record skipped",
      "a.png: is not read.",
      "c.png: is not read.",
      "d.png: is not read.",
      "… and 2 more (--json lists all)",
      'b.jsonl:3: has no "text".',
    ]);
  });

  it("counts passages without text", () => {
    const lines = buildLines({ out: "a.psi", report, layers, ...read, blank: 2 }, 80, plain);
    expect(lines[2]).toBe("blank      2 passages without text left out");
  });
});

describe("estimateLines", () => {
  const expected = {
    passages: 60,
    embeddings: { missing: 1, tokens: 1200 },
    abstracts: { missing: 14, promptTokens: 5000, completionTokens: 2000 },
    exact: false,
  };

  it("says what it would cost, and where that is a guess", () => {
    expect(estimateLines({ expected, ...read }, 80, plain)).toEqual([
      "Nothing was changed. Indexing these files would take:",
      "passages  60 from 1 file",
      "to embed  1 text, 1,200 tokens",
      "to write  about 14 abstracts, 5,000 tokens in, 2,000 out",
    ]);
    const exact = estimateLines({ expected: { ...expected, exact: true }, ...read }, 80, plain);
    expect(exact[3]).toBe("to write  14 abstracts, 5,000 tokens in, 2,000 out");
  });
});
