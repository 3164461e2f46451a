import { type Hit, type PsiTree, requireNumber, requireWhole } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import type { AcceptedNodes } from "./accepted-nodes.js";
import { endOfLayer } from "./layers.js";
import { topHits } from "./top-hits.js";
import { unitQuery } from "./unit-query.js";

export interface ScanOptions {
  /** The most hits to return, from 1. */
  readonly limit?: number;
  /** How much the parent's cosine counts beside a node's own, from 0. */
  readonly parentWeight?: number;
  /** The highest layer of which nodes are returned; 0, leaves only, when left out. */
  readonly upTo?: number;
  /** What `acceptedNodes` gives: only nodes all of whose leaves are accepted are returned. */
  readonly accepted?: AcceptedNodes;
}

/**
 * Compares the query with all leaves, and mixes in the cosines of their parents: a passage among passages
 * on the same matter is a better find than one that stands alone. Misses nothing. O(n d + n log limit).
 *
 * @param query a vector of the tree's width, of any length but 0.
 * @returns scores as `mixed` defines them, best first; equal ones by row.
 * @throws PsiError `invalid-option`, `dimension-mismatch`, `bad-vector`.
 */
export function scan(
  tree: PsiTree,
  query: ArrayLike<number>,
  { limit = 10, parentWeight = 0.2, upTo = 0, accepted }: ScanOptions = {},
): readonly Hit[] {
  requireWhole("limit", limit, 1);
  requireNumber("parentWeight", parentWeight, 0);
  requireWhole("upTo", upTo, 0);
  const vector = unitQuery(tree, query);
  const count = endOfLayer(tree, upTo);
  // Parents are the rows right after: one block is scanned.
  const cosines = new Float32Array(parentWeight === 0 ? count : endOfLayer(tree, upTo + 1));
  kernel().dots(tree.vectors, 0, cosines.length, vector, cosines);
  if (parentWeight === 0) return best(cosines, limit, accepted);
  const scores = new Float64Array(count);
  for (let node = 0; node < count; node++) {
    const parent = tree.parents[node]!;
    scores[node] = mixed(cosines[node]!, cosines[parent], parentWeight);
  }
  return best(scores, limit, accepted);
}

function best(
  scores: Float32Array | Float64Array,
  limit: number,
  accepted: AcceptedNodes | undefined,
): readonly Hit[] {
  if (accepted === undefined) return topHits(scores, limit);
  const rows = Array.from(scores.keys()).filter((row) => accepted.all[row] === 1);
  return topHits(
    rows.map((row) => scores[row]!),
    limit,
    rows,
  );
}

/** The mean of a node's cosine and, with its weight, its parent's: -1 to 1. The root has its own only. */
export function mixed(cosine: number, parentCosine: number | undefined, weight: number): number {
  return parentCosine === undefined ? cosine : (cosine + weight * parentCosine) / (1 + weight);
}
