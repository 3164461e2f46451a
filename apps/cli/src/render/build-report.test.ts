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
const layers = [
  { layer: 0, nodes: 60 },
  { layer: 1, nodes: 20, children: { min: 2, median: 3, max: 4 } },
];

describe("buildLines", () => {
  it("says what was indexed and what it was paid for", () => {
    expect(buildLines({ out: "a.psi", report, layers, files: 1, skipped: [] }, 80, plain)).toEqual([
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
      buildLines({ out: "a.psi", report: words, layers: [], files: 2, skipped: [] }, 80, plain),
    ).toEqual([
      "a.psi",
      "passages  60 from 2 files",
      "changes   3 added, 1,200 removed, 57 unchanged",
      "tree      none",
      "time      1.23 s",
    ]);
  });

  it("shows the first few notes and skipped files, and how many more there are", () => {
    const notes = Array.from({ length: 8 }, (_, at) => `Note ${at} \u001b[2J`);
    const skipped = [{ file: "a.png", reason: "files of its kind are not read" }];
    const lines = buildLines(
      { out: "a.psi", report: { ...report, notes }, layers, files: 1, skipped },
      80,
      plain,
    );
    expect(lines.slice(7)).toEqual([
      "",
      "Notes",
      "Note 0",
      "Note 1",
      "Note 2",
      "Note 3",
      "Note 4",
      "… and 3 more (--json lists all)",
      "",
      "1 file skipped",
      "a.png: files of its kind are not read",
    ]);
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
    expect(estimateLines({ expected, files: 1, skipped: [] }, 80, plain)).toEqual([
      "Nothing was changed. Indexing these files would take:",
      "passages  60 from 1 file",
      "to embed  1 text, 1,200 tokens",
      "to write  about 14 abstracts, 5,000 tokens in, 2,000 out",
    ]);
    const exact = estimateLines(
      { expected: { ...expected, exact: true }, files: 1, skipped: [] },
      80,
      plain,
    );
    expect(exact[3]).toBe("to write  14 abstracts, 5,000 tokens in, 2,000 out");
  });
});
