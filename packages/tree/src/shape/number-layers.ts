import type { Hierarchy } from "@psi/core";

/**
 * Numbers the nodes of an equi-depth tree in the one way used here: leaves keep their rows, then comes
 * layer 1, then layer 2, up to the root, which is last. Within a layer, the node with the smaller first
 * leaf comes first. So the nodes of a layer are consecutive, and equal trees have equal numbers. O(n).
 *
 * @param parents the parent of each node, leaves first, the others in any order; -1 for the root.
 */
export function numberLayers(leafCount: number, parents: ArrayLike<number>): Hierarchy {
  const count = parents.length;
  const numbers = new Int32Array(count).fill(-1);
  const numbered = new Int32Array(count).fill(-1);
  const layers = new Uint8Array(count);
  let below = Array.from({ length: leafCount }, (_, leaf) => leaf);
  let first = 0;
  let next = leafCount;
  for (let layer = 1; next < count; layer++) {
    const start = next;
    const nodes: number[] = [];
    below.forEach((node, position) => {
      const parent = parents[node]!;
      if (numbers[parent] === -1) {
        numbers[parent] = next;
        layers[next++] = layer;
        nodes.push(parent);
      }
      numbered[first + position] = numbers[parent]!;
    });
    first = start;
    below = nodes;
  }
  return { leafCount, parents: numbered, layers };
}
