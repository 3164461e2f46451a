import type { TreeNode } from "@psi/core";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { nodeLines, pathLines } from "./node.js";

const plain = pico.createColors(false);
const node = (id: string, layer: number, text: string, metadata = {}): TreeNode => ({
  row: 0,
  id,
  layer,
  text,
  metadata,
});
const root = node("n-root", 2, "Light and bread");
const middle = node("n-light", 1, "The light");
const leaf = node("light-1", 0, "Edda paid.\nIt burnt.", { title: "The lamp", source: "a.md" });

describe("nodeLines", () => {
  it("shows a parent with its text, its notes and its children", () => {
    const described = {
      node: middle,
      path: [root, middle],
      children: [leaf],
      notes: ["Two were cut."],
    };
    expect(nodeLines(described, 60, plain)).toEqual([
      "n-light  below n-root, layer 1",
      "",
      "The light",
      "",
      "Notes",
      "Two were cut.",
      "",
      "1 child",
      "light-1  The lamp",
    ]);
  });

  it("shows a passage with its file, title and lines", () => {
    const described = { node: leaf, path: [root, middle, leaf], children: [], notes: [] };
    expect(nodeLines(described, 60, plain)).toEqual([
      "light-1  a passage",
      "a.md",
      "",
      "The lamp",
      "Edda paid.",
      "It burnt.",
    ]);
  });

  it("knows the root, and a node without text", () => {
    const bare = node("n", 1, "");
    const lines = nodeLines({ node: root, path: [root], children: [bare], notes: [] }, 60, plain);
    expect(lines[0]).toBe("n-root  the root, layer 2");
    expect(lines.at(-1)).toBe("n  (no text)");
  });
});

describe("pathLines", () => {
  it("indents each node below its parent, and shows the passage whole", () => {
    expect(pathLines([root, middle, leaf], 60, plain)).toEqual([
      "n-root",
      "Light and bread",
      "└─ n-light",
      "   The light",
      "   └─ light-1  The lamp",
      "      Edda paid.",
      "      It burnt.",
    ]);
  });

  it("cuts the abstracts to a line each", () => {
    const long = node("n", 1, "many words ".repeat(40));
    const lines = pathLines([long, leaf], 50, plain);
    expect(lines[1]).toMatch(/^many .*…$/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});
