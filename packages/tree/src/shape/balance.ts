import { type Hierarchy, type Matrix, PsiError, requireWhole, row, rowCount } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import { bisect } from "./bisect.js";
import { checkHierarchy } from "./check-hierarchy.js";
import { addTo, scaleToUnit } from "./direction.js";
import { numberLayers } from "./number-layers.js";

export interface BalanceOptions {
  /** The most children that a node may have, from 2. */
  readonly maxChildren?: number;
}

/** The nodes of one layer of the new tree, whose numbers are consecutive from `first`. */
interface Layer {
  readonly first: number;
  /** The node of the old tree that each comes from; -1 for a root above the old one. */
  readonly origins: readonly number[];
  /** The leaves below each; for the leaves themselves, undefined. */
  readonly leaves: readonly Int32Array[] | undefined;
}

/**
 * Splits every node with more than `maxChildren` children, by similarity: its children are cut in two
 * (see `bisect`) until each part is small enough, and each part gets a node in its place. The parent
 * then has more children, and is looked at next; when the root is split, a new one comes above.
 *
 *     maxChildren = 3             R                R
 *           R                   /   \            / | \
 *         /   \      layer 1   P     Q   ->     P' P" Q
 *        P     Q               ...  / \        /|  |\  |\
 *     a b c d  e f
 *
 * The tree stays equi-depth. With maxChildren from 3 no new node has a single child; with 2 an odd family
 * leaves one over. O(n d) for each layer, times the cuts of the nodes that are too large.
 *
 * @param vectors unit rows; those from `leafCount` on, if any, are not looked at.
 * @returns nodes numbered as `numberLayers` says, also when nothing was split.
 * @throws PsiError `invalid-option`, `corrupt-index`, `dimension-mismatch` when rows are missing.
 */
export function balance(
  shape: Hierarchy,
  vectors: Matrix,
  { maxChildren = 40 }: BalanceOptions = {},
): Hierarchy {
  requireWhole("maxChildren", maxChildren, 2);
  checkHierarchy(shape);
  const { leafCount } = shape;
  if (rowCount(vectors) < leafCount) {
    throw new PsiError(
      "dimension-mismatch",
      `The tree has ${leafCount} leaves and the matrix ${rowCount(vectors)} rows. Give the vectors it was grown from.`,
    );
  }
  const parents = new Array<number>(leafCount).fill(-1);
  const origins = Array.from({ length: leafCount }, (_, leaf) => leaf);
  let layer: Layer = { first: 0, origins, leaves: undefined };
  while (layer.origins.length > 1) layer = layerAbove(layer, shape, vectors, maxChildren, parents);
  return numberLayers(leafCount, parents);
}

/** Makes the next layer, and enters its nodes in `parents`. */
function layerAbove(
  layer: Layer,
  shape: Hierarchy,
  vectors: Matrix,
  maxChildren: number,
  parents: number[],
): Layer {
  const first = parents.length;
  const origins: number[] = [];
  const leaves: Int32Array[] = [];
  for (const [origin, family] of familiesOf(layer, shape)) {
    for (const part of partsOf(family, layer, vectors, maxChildren)) {
      for (const member of part) parents[layer.first + member] = parents.length;
      parents.push(-1);
      origins.push(origin);
      leaves.push(leavesOf(part, layer));
    }
  }
  return { first, origins, leaves };
}

/** The layer's nodes by the old parent of what they come from. */
function familiesOf({ origins }: Layer, shape: Hierarchy): Map<number, number[]> {
  const families = new Map<number, number[]>();
  origins.forEach((origin, member) => {
    const parent = origin === -1 ? -1 : shape.parents[origin]!;
    const family = families.get(parent);
    if (family === undefined) families.set(parent, [member]);
    else family.push(member);
  });
  return families;
}

function partsOf(
  family: readonly number[],
  layer: Layer,
  vectors: Matrix,
  maxChildren: number,
): readonly Int32Array[] {
  const members = Int32Array.from(family);
  if (family.length <= maxChildren) return [members];
  if (layer.leaves === undefined) return split(vectors, members, maxChildren);
  const means = meansOf(members, layer.leaves, vectors);
  const positions = split(
    means,
    members.map((_, position) => position),
    maxChildren,
  );
  return positions.map((part) => part.map((position) => members[position]!));
}

function split(matrix: Matrix, rows: Int32Array, maxChildren: number): readonly Int32Array[] {
  if (rows.length <= maxChildren) return [rows];
  // Parts of two leave nothing over as long as every cut is even.
  const parts = bisect(matrix, rows, maxChildren === 2 ? 2 : 1);
  return parts.flatMap((part) => split(matrix, part, maxChildren));
}

/** The direction of the leaves below each member, one a row; next to nothing where they cancel out. */
function meansOf(members: Int32Array, leaves: readonly Int32Array[], vectors: Matrix): Matrix {
  const means = kernel().allocate(members.length, vectors.dimensions);
  members.forEach((member, position) => {
    const sum = row(means, position);
    for (const leaf of leaves[member]!) addTo(sum, row(vectors, leaf));
    scaleToUnit(sum);
  });
  return means;
}

function leavesOf(members: Int32Array, { leaves }: Layer): Int32Array {
  if (leaves === undefined) return members;
  return Int32Array.from([...members].flatMap((member) => [...leaves[member]!]));
}
