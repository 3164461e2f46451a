import { type Hierarchy, PsiError } from "@psi/core";

/**
 * Checks that a hierarchy is one equi-depth tree in the numbering used here: leaves are the rows from 0,
 * each layer's rows are consecutive, the one root is the last row, every other node's parent is one layer
 * above it, every parent has a child. From this follows that every leaf is below the root once. O(n).
 *
 * @throws PsiError `corrupt-index`, naming the first thing that is wrong.
 */
export function checkHierarchy(hierarchy: Hierarchy): void {
  const fault = faultOf(hierarchy);
  if (fault !== undefined) {
    throw new PsiError("corrupt-index", `This tree is damaged: ${fault}. Build the index again.`);
  }
}

function faultOf(hierarchy: Hierarchy): string | undefined {
  const { leafCount, parents, layers } = hierarchy;
  const count = parents.length;
  if (count === 0) return "it has no nodes";
  if (layers.length !== count) return `it has ${count} parents and ${layers.length} layers`;
  if (!Number.isInteger(leafCount) || leafCount < 1 || leafCount > count) {
    return `it has ${count} nodes and ${leafCount} leaves`;
  }
  for (let node = 0; node < count; node++) {
    const fault = layerFault(hierarchy, node);
    if (fault !== undefined) return fault;
  }
  const hasChild = new Uint8Array(count);
  for (let node = 0; node < count; node++) {
    const fault = parentFault(hierarchy, node);
    if (fault !== undefined) return fault;
    if (node < count - 1) hasChild[parents[node]!] = 1;
  }
  const childless = hasChild.indexOf(0, leafCount);
  return childless === -1 ? undefined : `node ${childless} is no leaf and has no children`;
}

function layerFault({ leafCount, layers }: Hierarchy, node: number): string | undefined {
  const layer = layers[node]!;
  if (node < leafCount) return layer === 0 ? undefined : `leaf ${node} is in layer ${layer}`;
  const before = layers[node - 1]!;
  if (layer === 0) return `node ${node} is in layer 0, whose last row is ${leafCount - 1}`;
  if (layer === before || layer === before + 1) return undefined;
  return `node ${node} is in layer ${layer}, after a node in layer ${before}`;
}

function parentFault({ parents, layers }: Hierarchy, node: number): string | undefined {
  const parent = parents[node]!;
  const count = parents.length;
  if (node === count - 1) {
    return parent === -1
      ? undefined
      : `the last node, ${node}, has parent ${parent} and is no root`;
  }
  if (parent === -1) return `node ${node} is a second root`;
  if (parent < 0 || parent >= count) return `node ${node} has parent ${parent} of ${count} nodes`;
  if (layers[parent] === layers[node]! + 1) return undefined;
  return `node ${node} of layer ${layers[node]} has parent ${parent} of layer ${layers[parent]}`;
}
