import fc from "fast-check";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { columns } from "./columns.js";
import { type DrawnNode, drawTree } from "./tree-drawing.js";

const plain = pico.createColors(false);
const node = (label: string, children: readonly DrawnNode[] = [], hidden = 0): DrawnNode => ({
  label,
  note: `n-${label}`,
  leaf: children.length === 0,
  children,
  hidden,
});

describe("drawTree", () => {
  it("draws branches, notes at the right edge, and what is not shown", () => {
    const tree = node("root", [node("a", [node("b"), node("c")], 3), node("d", [node("e")])]);
    expect(drawTree(tree, 30, plain)).toEqual([
      "root                    n-root",
      "├─ a                       n-a",
      "│  ├─ b                    n-b",
      "│  ├─ c                    n-c",
      "│  └─ … 3 more",
      "└─ d                       n-d",
      "   └─ e                    n-e",
    ]);
  });

  it("draws a single node", () => {
    expect(drawTree(node("only"), 20, plain)).toEqual(["only          n-only"]);
  });

  it("is exactly as wide as it may be, whatever the labels are made of", () => {
    const tree = fc.letrec<{ node: DrawnNode }>((tie) => ({
      node: fc.record({
        label: fc.constantFrom(
          "short",
          "灯塔的看守人",
          "a much longer label than there is room for",
        ),
        note: fc.constantFrom("n", "漢字"),
        leaf: fc.boolean(),
        hidden: fc.nat(2),
        children: fc.oneof(
          { maxDepth: 4 },
          fc.constant([]),
          fc.array(tie("node"), { maxLength: 3 }),
        ),
      }),
    })).node;
    fc.assert(
      fc.property(tree, (root) => {
        const lines = drawTree(root, 100, plain);
        expect(lines.length).toBe(countOf(root));
        for (const line of lines.filter((each) => !each.includes("more"))) {
          expect(columns(line)).toBe(100);
        }
      }),
    );
  });

  it("keeps the label when there is no room for the note", () => {
    expect(drawTree({ ...node("label"), note: "x".repeat(40) }, 40, plain)).toEqual(["label"]);
  });

  it("styles parents apart from leaves", () => {
    const [root = "", leaf = ""] = drawTree(
      node("root", [node("leaf")]),
      40,
      pico.createColors(true),
    );
    expect(root).toContain("\u001b[1mroot\u001b[22m");
    expect(leaf).not.toContain("\u001b[1m");
  });
});

function countOf({ children, hidden }: DrawnNode): number {
  return children.reduce((total, child) => total + countOf(child), 1 + (hidden > 0 ? 1 : 0));
}
