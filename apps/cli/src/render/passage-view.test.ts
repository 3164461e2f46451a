import type { ScoredNode, TreeNode } from "@psi/core";
import { describe, expect, it } from "vitest";
import { hitViews, passageView, placeOf } from "./passage-view.js";

const node = (metadata: TreeNode["metadata"], text = "Twelve\nunits"): TreeNode => ({
  row: 3,
  id: "a",
  layer: 0,
  text,
  metadata,
});

describe("passageView", () => {
  it("takes title, file and place from the metadata", () => {
    const metadata = { title: "A", source: "a.md", start: 5, end: 17, line: 3, other: 1 };
    expect(passageView(node(metadata))).toEqual({
      id: "a",
      title: "A",
      text: "Twelve\nunits",
      source: "a.md",
      span: { start: 5, end: 17 },
      lines: { first: 3, last: 4 },
    });
  });

  it("does not take for a place what is none, such as a line of JSON", () => {
    for (const place of [{ start: 0, end: 90 }, { start: "0", end: "12" }, { start: 0 }, {}]) {
      expect(passageView(node({ source: "a.jsonl", ...place }))).not.toHaveProperty("span");
    }
  });

  it("leaves out what is not text, and takes a number for a title", () => {
    expect(passageView(node({ title: 1984 })).title).toBe("1984");
    expect(passageView(node({ title: ["7"], source: null }))).toEqual({
      id: "a",
      text: "Twelve\nunits",
    });
  });
});

describe("hitViews", () => {
  it("ranks, and tells the lists a passage stood in by the names users know", () => {
    const found: ScoredNode[] = [
      {
        node: node({}),
        score: 2,
        signals: { "sparse.bm25": 9, "sparse.rank": 1, "tree.rank": 4, "tree.cosine": 0.5 },
      },
      {
        node: node({}),
        score: 1,
        signals: { "bridge.rank": 1, "sparse.rank": 2, "tree.rank": 3 },
        reasons: [{ name: "Skarn", from: "b" }],
      },
      { node: node({}), score: 0 },
    ];
    expect(hitViews(found).map(({ rank, score, foundBy }) => [rank, score, foundBy])).toEqual([
      [1, 2, { tree: 4, words: 1 }],
      [2, 1, { tree: 3, words: 2, links: 1 }],
      [3, 0, {}],
    ]);
    expect(Object.keys(hitViews(found)[1]?.foundBy ?? {})).toEqual(["tree", "words", "links"]);
    expect(hitViews(found).map(({ reasons }) => reasons)).toEqual([
      undefined,
      [{ name: "Skarn", from: "b" }],
      undefined,
    ]);
  });
});

describe("placeOf", () => {
  it("is the file, with the lines where they are known", () => {
    expect(placeOf({ source: "a.md", lines: { first: 1, last: 9 } })).toBe("a.md:1-9");
    expect(placeOf({ source: "a.md", lines: { first: 4, last: 4 } })).toBe("a.md:4");
    expect(placeOf({ source: "a.md" })).toBe("a.md");
    expect(placeOf({ lines: { first: 1, last: 9 } })).toBeUndefined();
  });
});
