import { PsiError } from "@psi/core";

/**
 * Boosted regression trees in typed arrays, tree after tree, each node before the two below it: what lies to
 * the left of node `n` begins at `n + 1`, what lies to the right at `rights[n]`. At an inner node the input
 * `features[n]` is compared with `values[n]`: not above goes left, above right. A leaf has the feature -1,
 * and `values[n]` is what it adds.
 */
export interface Forest {
  /** For each tree its first node. */
  readonly roots: Int32Array;
  readonly features: Int16Array;
  readonly values: Float32Array;
  readonly rights: Int32Array;
}

/** The sum of the leaves that one row of inputs comes to. O(trees x depth). */
export function forestScore(forest: Forest, rows: Float64Array, start: number): number {
  const { roots, features, values, rights } = forest;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    let node = roots[tree] as number;
    let feature = features[node] as number;
    do {
      const input = rows[start + feature] as number;
      node = input <= (values[node] as number) ? node + 1 : (rights[node] as number);
      feature = features[node] as number;
    } while (feature >= 0);
    sum += values[node] as number;
  }
  return sum;
}

/**
 * Reads a forest from bytes, little-endian: number of trees (uint16); for each tree its number of leaves
 * (uint8), then for each inner node, in order, input (uint8), threshold (float32), left and right (int8);
 * then its leaves (float32).
 *
 * @throws PsiError `invalid-option` for bytes that are cut, point nowhere, or name an input from `inputs` on.
 */
export function decodeForest(bytes: Uint8Array, inputs: number): Forest {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readTrees(view, inputs);
  } catch (cause) {
    throw new PsiError(
      "invalid-option",
      "These weights are damaged: a forest can't be read. Use a whole copy.",
      { cause },
    );
  }
}

function readTrees(view: DataView, inputs: number): Forest {
  const count = view.getUint16(0, true);
  const nodes: Nodes = { features: [], values: [], rights: [] };
  const roots: number[] = [];
  let offset = 2;
  for (let tree = 0; tree < count; tree++) {
    const leaves = view.getUint8(offset++);
    if (leaves < 2) throw new RangeError(`tree ${tree} has ${leaves} leaves`);
    const root = nodes.features.length;
    roots.push(root);
    readNode(0, { view, inputs, offset, leaves, mostNodes: root + 2 * leaves - 1 }, nodes);
    offset += 7 * (leaves - 1) + 4 * leaves;
  }
  if (offset !== view.byteLength)
    throw new RangeError(`${view.byteLength} bytes where ${offset} are told`);
  return {
    roots: Int32Array.from(roots),
    features: Int16Array.from(nodes.features),
    values: Float32Array.from(nodes.values),
    rights: Int32Array.from(nodes.rights),
  };
}

interface Nodes {
  readonly features: number[];
  readonly values: number[];
  readonly rights: number[];
}

/** One tree in bytes. */
interface PackedTree {
  readonly view: DataView;
  readonly inputs: number;
  /** Where its nodes begin. */
  readonly offset: number;
  readonly leaves: number;
  /** How many nodes there are when all of it is read. */
  readonly mostNodes: number;
}

/** Appends a node and all below it; a negative number is the leaf `-node - 1`. */
function readNode(node: number, tree: PackedTree, nodes: Nodes): void {
  const { view, inputs, offset, leaves, mostNodes } = tree;
  const { features, values, rights } = nodes;
  if (features.length === mostNodes) throw new RangeError("a node has two parents");
  if (node < 0) {
    values.push(view.getFloat32(offset + 7 * (leaves - 1) + 4 * (-node - 1), true));
    features.push(-1);
    rights.push(0);
    return;
  }
  const at = offset + 7 * node;
  const place = features.push(within(view.getUint8(at), 0, inputs - 1)) - 1;
  values.push(view.getFloat32(at + 1, true));
  rights.push(0);
  // A child comes after its parent, so that every way ends.
  readNode(within(view.getInt8(at + 5), -leaves, leaves - 2, node), tree, nodes);
  rights[place] = features.length;
  readNode(within(view.getInt8(at + 6), -leaves, leaves - 2, node), tree, nodes);
}

function within(value: number, least: number, most: number, above = -1): number {
  if (value < least || value > most || (value >= 0 && value <= above)) {
    throw new RangeError(`${value} is out of range`);
  }
  return value;
}
