import type { Paint } from "../session.js";
import { columns, fit, pad } from "./columns.js";

/** A node to draw: what it is called, and what hangs below. */
export interface DrawnNode {
  readonly label: string;
  /** Shown at the right edge. */
  readonly note: string;
  readonly leaf: boolean;
  readonly children: readonly DrawnNode[];
  /** Children that are not drawn. */
  readonly hidden: number;
}

const narrowestLabel = 12;

/**
 * The lines of a tree, each at most `width` columns where that leaves a label anything at all:
 *
 *     root                      12 children
 *     ├─ first                   3 children
 *     │  └─ …                      3 hidden
 *     └─ second                        a-01
 */
export function drawTree(root: DrawnNode, width: number, paint: Paint): readonly string[] {
  const lines: string[] = [];
  const write = (node: DrawnNode, mark: string, below: string): void => {
    lines.push(drawnLine(node, mark, width, paint));
    const last = node.children.length - (node.hidden > 0 ? 0 : 1);
    node.children.forEach((child, position) => {
      const end = position === last;
      write(child, below + (end ? "└─ " : "├─ "), below + (end ? "   " : "│  "));
    });
    if (node.hidden > 0) lines.push(paint.dim(`${below}└─ … ${node.hidden} more`));
  };
  write(root, "", "");
  return lines;
}

function drawnLine(node: DrawnNode, mark: string, width: number, paint: Paint): string {
  const room = width - columns(mark) - columns(node.note) - 2;
  const style = node.leaf ? (text: string): string => text : paint.bold;
  if (room < narrowestLabel) {
    return (
      paint.dim(mark) + style(fit(node.label, Math.max(narrowestLabel, width - columns(mark))))
    );
  }
  const label = fit(node.label, room);
  return `${paint.dim(mark)}${style(label)}${pad("", room - columns(label))}  ${paint.dim(node.note)}`;
}
