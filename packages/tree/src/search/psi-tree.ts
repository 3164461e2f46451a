import {
  type Hierarchy,
  type Matrix,
  type NodeRow,
  PsiError,
  type PsiTree,
  requireWhole,
  row,
  rowCount,
} from "@psi/core";
import { allocateMatrix } from "../kernel/allocate-matrix.js";
import { checkHierarchy } from "../shape/check-hierarchy.js";
import { addTo, scaleToUnit } from "../shape/direction.js";
import { requireUnitRows } from "../shape/unit-rows.js";

/**
 * A tree that can be searched: the shape, its child lists, and a steering vector for each parent, which is
 * the normalised mean of all leaves below it. Where these cancel out, the parent takes its first child's.
 * O(nodes x d).
 *
 * @param vectors unit rows, either one for each leaf, which are copied, or one for each node: then the
 * matrix becomes the tree's own and the parents' rows, whatever they hold, are written here. The second
 * way saves a copy: `allocateMatrix(hierarchy.parents.length, dimensions)`, leaves first.
 * @throws PsiError `corrupt-index` for a damaged hierarchy, `dimension-mismatch` for another number of rows,
 * `bad-vector` for a leaf whose vector does not have length 1.
 */
export function psiTree(hierarchy: Hierarchy, vectors: Matrix): PsiTree {
  checkHierarchy(hierarchy);
  const { leafCount, parents, layers } = hierarchy;
  const all = roomForAll(hierarchy, vectors);
  requireUnitRows(all, leafCount);
  const { starts, members } = childLists(parents);
  const children = (node: NodeRow): Int32Array => {
    requireWhole("row", node, 0, parents.length - 1);
    return members.subarray(starts[node], starts[node + 1]);
  };
  writeMeans(hierarchy, all, children);
  return { leafCount, parents, layers, vectors: all, children };
}

function roomForAll({ leafCount, parents }: Hierarchy, vectors: Matrix): Matrix {
  const rows = rowCount(vectors);
  if (rows === parents.length) return vectors;
  if (rows !== leafCount) {
    throw new PsiError(
      "dimension-mismatch",
      `The tree has ${leafCount} leaves and ${parents.length} nodes; the matrix has ${rows} rows. Give a row for each leaf or for each node.`,
    );
  }
  const all = allocateMatrix(parents.length, vectors.dimensions);
  all.data.set(vectors.data);
  return all;
}

/** Compressed rows: the children of node `i` are `members[starts[i]]` up to `members[starts[i + 1]]`. */
function childLists(parents: Int32Array): {
  readonly starts: Int32Array;
  readonly members: Int32Array;
} {
  const root = parents.length - 1;
  const starts = new Int32Array(parents.length + 1);
  for (let node = 0; node < root; node++) starts[parents[node]! + 1]! += 1;
  for (let node = 0; node < parents.length; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const members = new Int32Array(root);
  for (let node = 0; node < root; node++) members[next[parents[node]!]!++] = node;
  return { starts, members };
}

function writeMeans(
  { leafCount, parents }: Hierarchy,
  vectors: Matrix,
  children: (node: NodeRow) => Int32Array,
): void {
  const { data, dimensions } = vectors;
  data.fill(0, leafCount * dimensions);
  // Children come before their parents, so every sum is complete when it is added to the next.
  for (let node = 0; node < parents.length - 1; node++) {
    addTo(row(vectors, parents[node]!), row(vectors, node));
  }
  for (let node = leafCount; node < parents.length; node++) {
    const sum = row(vectors, node);
    if (!scaleToUnit(sum)) sum.set(row(vectors, children(node)[0]!));
  }
}
