import type { PsiTree } from "@psi/core";
import { endOfLayer, topLayer } from "./layers.js";

/** One layer in figures. */
export interface LayerDescription {
  /** 0 for the leaves. */
  readonly layer: number;
  readonly nodes: number;
  /** Children of a node of this layer; the leaves have none. */
  readonly children?: { readonly min: number; readonly median: number; readonly max: number };
}

/** A tree in figures. */
export interface TreeDescription {
  readonly nodes: number;
  readonly leaves: number;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** From the leaves to the root. */
  readonly layers: readonly LayerDescription[];
}

/** Counts a tree's nodes and children, layer by layer. O(n log n). */
export function describeTree(tree: PsiTree): TreeDescription {
  const layers = Array.from({ length: topLayer(tree) + 1 }, (_, layer) => describe(tree, layer));
  const { leafCount, parents, vectors } = tree;
  return { nodes: parents.length, leaves: leafCount, dimensions: vectors.dimensions, layers };
}

function describe(tree: PsiTree, layer: number): LayerDescription {
  const first = layer === 0 ? 0 : endOfLayer(tree, layer - 1);
  const nodes = endOfLayer(tree, layer) - first;
  if (layer === 0) return { layer, nodes };
  const counts = Int32Array.from(
    { length: nodes },
    (_, i) => tree.children(first + i).length,
  ).sort();
  const middle = (counts[(nodes - 1) >> 1]! + counts[nodes >> 1]!) / 2;
  return { layer, nodes, children: { min: counts[0]!, median: middle, max: counts[nodes - 1]! } };
}
