import { type Hierarchy, type Matrix, requireWhole } from "@psi/core";
import { type BalanceOptions, balance } from "./balance.js";
import type { Edges } from "./edges.js";
import { mergeEdges } from "./merge-edges.js";
import { type SpanningTreeOptions, spanningTree } from "./spanning-tree.js";

/** What `growTree` makes: the shape, and the edges that it was made from. */
export interface GrownTree {
  readonly edges: Edges;
  readonly hierarchy: Hierarchy;
}

/**
 * Passages' vectors to the finished shape: spanning tree, merges, balance. Exact and deterministic; see each.
 * O(n^2 d) time, one copy of the vectors and O(n) more.
 *
 * @param vectors unit rows, at least one: row = leaf.
 * @throws PsiError `empty-corpus`, `bad-vector`, `invalid-option`; the signal's reason when aborted.
 */
export function growTree(
  vectors: Matrix,
  { maxChildren = 40, ...options }: SpanningTreeOptions & BalanceOptions = {},
): GrownTree {
  // Before the long part.
  requireWhole("maxChildren", maxChildren, 2);
  const edges = spanningTree(vectors, options);
  const shape = mergeEdges(edges.from.length + 1, edges);
  return { edges, hierarchy: balance(shape, vectors, { maxChildren }) };
}
