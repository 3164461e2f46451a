import type { Hierarchy } from "@psi/core";

/** The row after the last one of a layer: rows ascend with their layers. O(log n). */
export function endOfLayer({ layers }: Hierarchy, layer: number): number {
  let low = 0;
  let high = layers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layers[middle]! <= layer) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The root's layer: 0 for a tree of one leaf. */
export function topLayer({ layers }: Hierarchy): number {
  return layers[layers.length - 1]!;
}
