import { type Hierarchy, PsiError, requireWhole } from "@psi/core";
import { type Edges, sortedEdges } from "./edges.js";
import { numberLayers } from "./number-layers.js";

/** A forest of equi-depth trees, in numbers of its own: leaves first, then parents as they are made. */
interface Forest {
  readonly parents: Int32Array;
  readonly heights: Uint8Array;
  size: number;
}

/**
 * Grows the paper's tree from the edges of a spanning tree, most similar first (section 3). An edge joins
 * the trees of its two ends, u and v, by one of three steps:
 *
 *     merge                  leaf collapse             abstract collapse
 *     both trees of          one end has no            the lower root hangs under the other
 *     equal height           parent yet                end's ancestor, one layer above it
 *
 *        new                       P                         R
 *       /   \                    / | \                      / \
 *      U     V                  .  v  u <- joins           A   B <- U joins under B: height 1 + 1
 *     / \   / \                                           / \  |\
 *    u  .  .   v                                         .  . v  U
 *                                                                |\
 *                                                                u .
 *
 * They are one rule: equal heights get a new root; otherwise the root of the lower tree, height h, hangs
 * under the ancestor of the other end at height h + 1. So leaves stay at one depth, and a tree of height h
 * has at least 2^h leaves: walks up are short. O(n log n).
 *
 * One leaf gives a tree that is this leaf, without a parent.
 *
 * @param leafCount number of passages, from 1.
 * @returns nodes numbered as `numberLayers` says.
 * @throws PsiError `empty-corpus`; `corrupt-index` when the edges are no spanning tree of the leaves.
 */
export function mergeEdges(leafCount: number, edges: Edges): Hierarchy {
  requireWhole("leafCount", leafCount, 0);
  if (leafCount === 0) {
    throw new PsiError("empty-corpus", "There are no passages. Give at least one.");
  }
  const { from, to, similarity } = edges;
  const count = leafCount - 1;
  if (from.length !== count || to.length !== count || similarity.length !== count) {
    throw notSpanning(`${count} edges join ${leafCount} leaves; given are ${from.length}`);
  }
  const forest: Forest = {
    parents: new Int32Array(2 * leafCount - 1).fill(-1),
    heights: new Uint8Array(2 * leafCount - 1),
    size: leafCount,
  };
  const sorted = sortedEdges(edges);
  for (let i = 0; i < count; i++) join(forest, leafCount, sorted.from[i]!, sorted.to[i]!);
  return numberLayers(leafCount, forest.parents.subarray(0, forest.size));
}

function join(forest: Forest, leafCount: number, u: number, v: number): void {
  if (v >= leafCount) throw notSpanning(`an edge ends in row ${v}, there are ${leafCount} leaves`);
  const { parents, heights } = forest;
  const top = ancestor(forest, u, Number.POSITIVE_INFINITY);
  const otherTop = ancestor(forest, v, Number.POSITIVE_INFINITY);
  if (top === otherTop) throw notSpanning(`the edge of rows ${u} and ${v} closes a circle`);
  const height = heights[top]!;
  const otherHeight = heights[otherTop]!;
  if (height < otherHeight) parents[top] = ancestor(forest, v, height + 1);
  else if (otherHeight < height) parents[otherTop] = ancestor(forest, u, otherHeight + 1);
  else {
    parents[top] = forest.size;
    parents[otherTop] = forest.size;
    heights[forest.size++] = height + 1;
  }
}

/** The ancestor of a leaf at some height, or the root of its tree when that is lower. */
function ancestor({ parents, heights }: Forest, leaf: number, height: number): number {
  let node = leaf;
  while (heights[node]! < height && parents[node] !== -1) node = parents[node]!;
  return node;
}

function notSpanning(what: string): PsiError {
  return new PsiError(
    "corrupt-index",
    `These edges are no spanning tree: ${what}. Make them with spanningTree.`,
  );
}
