import { type Hit, type PsiTree, requireWhole } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import type { AcceptedNodes } from "./accepted-nodes.js";
import { endOfLayer, topLayer } from "./layers.js";
import { topHits } from "./top-hits.js";
import { unitQuery } from "./unit-query.js";

export interface DescendOptions {
  /** How many nodes of a layer are kept, from 1. */
  readonly width?: number;
  /** The most hits to return, from 1; `width` when left out. */
  readonly limit?: number;
  /** The highest layer of which nodes are returned; 0, leaves only, when left out. */
  readonly upTo?: number;
  /** What `acceptedNodes` gives: nothing is looked at of which no leaf is accepted. */
  readonly accepted?: AcceptedNodes;
  /** Called once with the number of nodes that were compared with the query. */
  readonly onVisited?: (nodes: number) => void;
}

/**
 * Top-down search as in the paper (section 3): from the highest layer that has at least `width` nodes, or
 * from the root where none has, keep the `width` nodes nearest to the query and go on with their children,
 * down to the leaves. Sees a small share of the tree, and misses what hangs below nodes that look far off.
 * O(layers x width x children x d).
 *
 * @param query a vector of the tree's width, of any length but 0.
 * @returns cosines, best first; equal ones by row.
 * @throws PsiError `invalid-option`, `dimension-mismatch`, `bad-vector`.
 */
export function descend(
  tree: PsiTree,
  query: ArrayLike<number>,
  { width = 10, limit = width, upTo = 0, accepted, onVisited }: DescendOptions = {},
): readonly Hit[] {
  requireWhole("width", width, 1);
  requireWhole("limit", limit, 1);
  requireWhole("upTo", upTo, 0);
  const vector = unitQuery(tree, query);
  const found: Hit[] = [];
  let visited = 0;
  const open = (all: Int32Array): Int32Array =>
    accepted === undefined ? all : all.filter((row) => accepted.some[row] === 1);
  let rows = open(startRows(tree, width));
  while (rows.length > 0) {
    const layer = tree.layers[rows[0]!]!;
    const cosines = new Float32Array(rows.length);
    kernel().dotsAt(tree.vectors, rows, vector, cosines);
    visited += rows.length;
    if (layer <= upTo) found.push(...whole(topHits(cosines, limit, rows), accepted));
    if (layer === 0) break;
    const kept = topHits(cosines, width, rows);
    rows = open(joined(kept.map(({ id }) => tree.children(id))));
  }
  onVisited?.(visited);
  return topHits(
    found.map(({ score }) => score),
    limit,
    found.map(({ id }) => id),
  );
}

/** Only nodes all of whose leaves are accepted: an abstract speaks of all of them. */
function whole(hits: readonly Hit[], accepted: AcceptedNodes | undefined): readonly Hit[] {
  return accepted === undefined ? hits : hits.filter(({ id }) => accepted.all[id] === 1);
}

/** The rows of the layer to start from. */
function startRows(tree: PsiTree, width: number): Int32Array {
  const top = topLayer(tree);
  for (let layer = top; layer >= 0; layer--) {
    const first = layer === 0 ? 0 : endOfLayer(tree, layer - 1);
    const count = endOfLayer(tree, layer) - first;
    if (count >= width) return Int32Array.from({ length: count }, (_, i) => first + i);
  }
  return Int32Array.of(tree.layers.length - 1);
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
