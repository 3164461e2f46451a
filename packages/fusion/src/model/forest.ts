import { PsiError } from "@psi/core";

/**
 * Boosted regression trees in typed arrays. All trees' inner nodes stand one after another, tree by tree;
 * tree `t` begins with node `roots[t]`. At an inner node the input `features[n]` is compared with
 * `thresholds[n]`: not above goes to `left[n]`, above to `right[n]`. A child that is not negative is an
 * inner node, a negative one is the leaf `-child - 1` of `leaves`.
 */
export interface Forest {
  readonly roots: Int32Array;
  readonly features: Uint8Array;
  readonly thresholds: Float32Array;
  readonly left: Int16Array;
  readonly right: Int16Array;
  /** For each tree the number of its first leaf: children of a tree count its leaves from 0. */
  readonly leafStarts: Int32Array;
  readonly leaves: Float32Array;
}

/** The sum of the leaves that one row of inputs comes to. O(trees x depth). */
export function forestScore(forest: Forest, rows: Float64Array, start: number): number {
  const { roots, features, thresholds, left, right, leafStarts, leaves } = forest;
  let sum = 0;
  for (let tree = 0; tree < roots.length; tree++) {
    const root = roots[tree] as number;
    let node = 0;
    do {
      const at = root + node;
      const input = rows[start + (features[at] as number)] as number;
      node = (input <= (thresholds[at] as number) ? left[at] : right[at]) as number;
    } while (node >= 0);
    sum += leaves[(leafStarts[tree] as number) - node - 1] as number;
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
  const roots: number[] = [];
  const features: number[] = [];
  const thresholds: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const leafStarts: number[] = [];
  const leaves: number[] = [];
  let offset = 2;
  for (let tree = 0; tree < count; tree++) {
    const leafCount = view.getUint8(offset++);
    roots.push(features.length);
    leafStarts.push(leaves.length);
    for (let node = 0; node < leafCount - 1; node++) {
      features.push(within(view.getUint8(offset), 0, inputs - 1));
      thresholds.push(view.getFloat32(offset + 1, true));
      // A child comes after its parent, so that every way ends.
      left.push(within(view.getInt8(offset + 5), -leafCount, leafCount - 2, node));
      right.push(within(view.getInt8(offset + 6), -leafCount, leafCount - 2, node));
      offset += 7;
    }
    for (let leaf = 0; leaf < leafCount; leaf++, offset += 4)
      leaves.push(view.getFloat32(offset, true));
    if (leafCount < 2) throw new RangeError(`tree ${tree} has ${leafCount} leaves`);
  }
  if (offset !== view.byteLength)
    throw new RangeError(`${view.byteLength} bytes where ${offset} are told`);
  return {
    roots: Int32Array.from(roots),
    features: Uint8Array.from(features),
    thresholds: Float32Array.from(thresholds),
    left: Int16Array.from(left),
    right: Int16Array.from(right),
    leafStarts: Int32Array.from(leafStarts),
    leaves: Float32Array.from(leaves),
  };
}

function within(value: number, least: number, most: number, above = -1): number {
  if (value < least || value > most || (value >= 0 && value <= above)) {
    throw new RangeError(`${value} is out of range`);
  }
  return value;
}
