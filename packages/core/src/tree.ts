import type { Matrix } from "./matrix.js";
import type { CallOptions } from "./models.js";

/** A node's row inside one snapshot: leaves first, in the order of the passages. Never stored by users. */
export type NodeRow = number;

/** Who is whose parent: the shape of a tree, without its text. */
export interface Hierarchy {
  /** Leaves are the rows 0 to leafCount - 1. */
  readonly leafCount: number;
  /** The parent's row of each node; -1 for the root. Length: number of nodes. */
  readonly parents: Int32Array;
  /** The layer of each node: 0 for a leaf, one more than its children otherwise. */
  readonly layers: Uint8Array;
}

/** A tree that can be searched: its shape, and for each node the vector that steers the search. */
export interface PsiTree extends Hierarchy {
  /**
   * Row = node, unit length. A leaf's is its passage's; a parent's is the normalised mean of its leaves,
   * which steers better than the vector of its abstract (docs/decisions).
   */
  readonly vectors: Matrix;
  /** The children's rows, ascending; empty for a leaf. O(1). */
  children(row: NodeRow): Int32Array;
}

/** A leaf with a passage's text, or a parent with an abstract of its children. */
export interface TreeNode {
  readonly row: NodeRow;
  /** A leaf's is its passage's id; a parent's is made from the ids below it. Stable across snapshots. */
  readonly id: string;
  readonly layer: number;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Reads nodes by row. Retrievers know rows; only what is returned is read. */
export interface NodeSource {
  read(rows: readonly NodeRow[], options?: CallOptions): Promise<readonly TreeNode[]>;
}
