import { type TreeNode, titleOf } from "@psi/core";
import type { PsiIndex } from "@psi/rag";
import { counted } from "./numbers.js";
import { plainText } from "./plain-text.js";
import type { DrawnNode } from "./tree-drawing.js";

/** How much of a tree is drawn. */
export interface DrawingSize {
  /** Layers below the root, from 1. */
  readonly depth: number;
  /** The most children of one node, from 1. */
  readonly mostChildren: number;
  /** Whether there is room for the ids of inner nodes, which are long. */
  readonly ids: boolean;
}

/** Reads the part of a tree that is to be drawn, and nothing else of it. */
export async function readDrawing(
  index: Pick<PsiIndex, "node">,
  size: DrawingSize,
  id?: string,
): Promise<DrawnNode> {
  const { node, children } = await index.node(id);
  const shown = size.depth > 0 ? children.slice(0, size.mostChildren) : [];
  const below: DrawnNode[] = [];
  for (const child of shown) {
    below.push(
      child.layer === 0
        ? leaf(child)
        : await readDrawing(index, { ...size, depth: size.depth - 1 }, child.id),
    );
  }
  if (node.layer === 0) return leaf(node);
  return {
    label: plainText(node.text) || "(no text)",
    note:
      counted(children.length, node.layer === 1 ? "passage" : "node") +
      (size.ids ? ` · ${plainText(node.id)}` : ""),
    leaf: false,
    children: below,
    hidden: size.depth > 0 ? children.length - shown.length : 0,
  };
}

function leaf(node: TreeNode): DrawnNode {
  const id = plainText(node.id);
  return {
    label: plainText(titleOf(node) ?? node.text) || id,
    note: id,
    leaf: true,
    children: [],
    hidden: 0,
  };
}
