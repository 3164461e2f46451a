import { type TreeNode, titleOf } from "@psi/core";
import type { NodeDescription } from "@psi/rag";
import type { Paint } from "../session.js";
import { columns, fit, pad } from "./columns.js";
import { counted } from "./numbers.js";
import { paragraph, section } from "./paragraph.js";
import { passageView, placeOf } from "./passage-view.js";
import { plainText } from "./plain-text.js";

/** The lines that show one node: its place, its text, what was noted, and what hangs below. */
export function nodeLines(
  described: NodeDescription,
  width: number,
  paint: Paint,
): readonly string[] {
  const { node, path, children, notes } = described;
  const parent = path.at(-2);
  const place = placeOf(passageView(node));
  const title = node.layer === 0 ? titleOf(node) : undefined;
  return [
    `${paint.bold(plainText(node.id))}  ${kind(node, parent)}`,
    ...(place === undefined ? [] : [paint.dim(plainText(place))]),
    "",
    ...(title === undefined ? [] : [paint.bold(fit(plainText(title), width))]),
    ...paragraph(node.text, width),
    ...section(
      "Notes",
      notes.flatMap((note) => paragraph(note, width)),
      paint,
    ),
    ...section(
      counted(children.length, "child", "children"),
      childLines(children, width, paint),
      paint,
    ),
  ];
}

/** The lines that show the way from the root to a passage, each node indented below its parent. */
export function pathLines(
  path: readonly TreeNode[],
  width: number,
  paint: Paint,
): readonly string[] {
  return path.flatMap((node, depth) => {
    const indent = "   ".repeat(Math.max(0, depth - 1));
    const mark = depth === 0 ? "" : `${indent}└─ `;
    const room = Math.max(20, width - columns(mark));
    const last = depth === path.length - 1;
    const below = " ".repeat(columns(mark));
    return [
      `${paint.dim(mark)}${paint.bold(fit(nameOf(node), room))}`,
      ...(last
        ? paragraph(node.text, room).map((line) => below + line)
        : [below + fit(plainText(node.text) || "(no text)", room)]),
    ];
  });
}

/** An id, with the title where there is one. */
function nameOf(node: TreeNode): string {
  const title = node.layer === 0 ? titleOf(node) : undefined;
  return plainText(node.id) + (title === undefined ? "" : `  ${plainText(title)}`);
}

function kind(node: TreeNode, parent: TreeNode | undefined): string {
  if (node.layer === 0) return "a passage";
  return `${parent === undefined ? "the root" : `below ${plainText(parent.id)}`}, layer ${node.layer}`;
}

function childLines(children: readonly TreeNode[], width: number, paint: Paint): readonly string[] {
  const ids = children.map(({ id }) => fit(plainText(id), 32));
  const widest = Math.max(0, ...ids.map(columns));
  return children.map((child, position) => {
    const label = plainText((child.layer === 0 ? titleOf(child) : undefined) ?? child.text);
    return `${paint.cyan(pad(ids[position] ?? "", widest))}  ${fit(label || "(no text)", Math.max(12, width - widest - 2))}`;
  });
}
