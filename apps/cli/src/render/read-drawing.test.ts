import type { TreeNode } from "@psi/core";
import type { PsiIndex } from "@psi/rag";
import { describe, expect, it } from "vitest";
import { readDrawing } from "./read-drawing.js";

/** A tree of three layers: a root, `width` parents, and as many passages below each. */
function treeOf(width: number): {
  readonly index: Pick<PsiIndex, "node">;
  readonly read: string[];
} {
  const read: string[] = [];
  const node = (id: string): TreeNode => {
    const layer = 2 - (id === "root" ? 0 : id.split(".").length);
    return { row: 0, id, layer, text: `text of ${id}`, metadata: { title: `Title of ${id}` } };
  };
  const childrenOf = (id: string): readonly TreeNode[] =>
    Array.from({ length: width }, (_, at) => node(id === "root" ? `${at}` : `${id}.${at}`));
  const index: Pick<PsiIndex, "node"> = {
    node: async (id = "root") => {
      read.push(id);
      const children = id.includes(".") ? [] : childrenOf(id);
      return { node: node(id), path: [], children, notes: [] };
    },
  };
  return { index, read };
}

describe("readDrawing", () => {
  it("draws parents by their text and passages by their title", async () => {
    const drawing = await readDrawing(treeOf(2).index, { depth: 2, mostChildren: 9, ids: true });
    expect(drawing).toMatchObject({
      label: "text of root",
      note: "2 nodes · root",
      leaf: false,
      hidden: 0,
    });
    expect(drawing.children[1]).toMatchObject({ label: "text of 1", note: "2 passages · 1" });
    expect(drawing.children[1]?.children[0]).toEqual({
      label: "Title of 1.0",
      note: "1.0",
      leaf: true,
      children: [],
      hidden: 0,
    });
  });

  it("reads no more of a tree than it draws", async () => {
    const { index, read } = treeOf(10);
    const drawing = await readDrawing(index, { depth: 1, mostChildren: 3, ids: false });
    expect(drawing).toMatchObject({ note: "10 nodes", hidden: 7 });
    expect(drawing.children.map(({ note, children, hidden }) => [note, children, hidden])).toEqual(
      Array(3).fill(["10 passages", [], 0]),
    );
    expect(read).toEqual(["root", "0", "1", "2"]);
  });
});
