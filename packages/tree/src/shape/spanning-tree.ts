import { type Matrix, row } from "@psi/core";
import { kernel } from "../kernel/kernel.js";
import { compareEdges, type Edges, sortedEdges } from "./edges.js";
import { requireUnitRows } from "./unit-rows.js";

export interface SpanningTreeOptions {
  /** Looked at after each `onProgress`, since nothing else can abort it while this call runs. */
  readonly signal?: AbortSignal;
  /** Called about a hundred times with the number of rows joined so far, and of all that will be. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Rows that are not yet in the tree, without gaps: position `p` holds row `rows[p]`. */
interface Outside {
  readonly vectors: Matrix;
  readonly rows: Uint32Array;
  /** The best edge from each of them into the tree. */
  readonly best: Float32Array;
  readonly from: Uint32Array;
}

/**
 * The maximum spanning tree over the cosines of all pairs of rows, by Prim's algorithm. Its n - 1 edges are
 * all that the shape of the paper's tree depends on: they are the pairs that Kruskal's algorithm accepts.
 * Ties are broken by row (see `compareEdges`), so the result is unique, and equal on every machine.
 *
 * Each step joins the row with the best edge into the tree, and closes its gap with the last row outside,
 * so that a step reads the remaining rows as one block. O(n^2 d) time; one copy of the vectors and O(n) more.
 *
 * @param vectors unit rows, at least one.
 * @returns edges in the order of `compareEdges`, `from` smaller than `to`.
 * @throws PsiError `empty-corpus`, `bad-vector`; the signal's reason when aborted.
 */
export function spanningTree(vectors: Matrix, options: SpanningTreeOptions = {}): Edges {
  options.signal?.throwIfAborted();
  const total = requireUnitRows(vectors) - 1;
  const outside = allButFirst(vectors, total);
  const edges = {
    from: new Uint32Array(total),
    to: new Uint32Array(total),
    similarity: new Float32Array(total),
  };
  const similarities = new Float32Array(total);
  const reportEvery = Math.ceil(total / 100);
  let newest = 0;
  for (let done = 0; done < total; done++) {
    if (done % reportEvery === 0) report(done, total, options);
    const left = total - done;
    kernel().dots(outside.vectors, 0, left, row(vectors, newest), similarities);
    const position = nearest(outside, left, newest, similarities);
    newest = outside.rows[position]!;
    edges.from[done] = outside.from[position]!;
    edges.to[done] = newest;
    edges.similarity[done] = outside.best[position]!;
    closeGap(outside, position, left - 1);
  }
  report(total, total, options);
  return sortedEdges(edges);
}

function report(done: number, total: number, { signal, onProgress }: SpanningTreeOptions): void {
  onProgress?.(done, total);
  signal?.throwIfAborted();
}

/** Everything but row 0, from which the tree grows. */
function allButFirst(all: Matrix, count: number): Outside {
  const vectors = kernel().allocate(count, all.dimensions);
  vectors.data.set(all.data.subarray(all.dimensions));
  return {
    vectors,
    rows: Uint32Array.from({ length: count }, (_, i) => i + 1),
    best: new Float32Array(count).fill(Number.NEGATIVE_INFINITY),
    from: new Uint32Array(count),
  };
}

/** Takes in the edges from the newest row of the tree, and returns the position with the first edge of all. */
function nearest(
  { rows, best, from }: Outside,
  left: number,
  newest: number,
  similarities: Float32Array,
): number {
  let chosen = 0;
  let top = Number.NEGATIVE_INFINITY;
  for (let p = 0; p < left; p++) {
    const similarity = similarities[p]!;
    // Both edges end in the same row, so the smaller other end decides between equal ones.
    if (similarity > best[p]! || (similarity === best[p]! && newest < from[p]!)) {
      best[p] = similarity;
      from[p] = newest;
    }
    if (best[p]! < top) continue;
    if (best[p]! > top || comesFirst(rows[p]!, from[p]!, rows[chosen]!, from[chosen]!)) {
      top = best[p]!;
      chosen = p;
    }
  }
  return chosen;
}

/** Whether the first of two equally similar edges comes before the second. */
function comesFirst(a: number, b: number, c: number, d: number): boolean {
  return compareEdges(0, Math.min(a, b), Math.max(a, b), 0, Math.min(c, d), Math.max(c, d)) < 0;
}

function closeGap({ vectors, rows, best, from }: Outside, position: number, last: number): void {
  const { data, dimensions } = vectors;
  data.copyWithin(position * dimensions, last * dimensions, (last + 1) * dimensions);
  rows[position] = rows[last]!;
  best[position] = best[last]!;
  from[position] = from[last]!;
}
