/** The edges of a spanning tree over passages: edge `i` joins rows `from[i]` and `to[i]`. */
export interface Edges {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** The cosine of the two rows, -1 to 1. */
  readonly similarity: Float32Array;
}

/**
 * Which of two edges comes first: the more similar one, then the one with the smaller row, then the one
 * whose other row is smaller. A total order, so that a set of passages has one tree only. Below 0 when
 * the first edge comes first.
 */
export function compareEdges(
  similarity: number,
  smaller: number,
  larger: number,
  otherSimilarity: number,
  otherSmaller: number,
  otherLarger: number,
): number {
  if (similarity !== otherSimilarity) return otherSimilarity - similarity;
  return smaller - otherSmaller || larger - otherLarger;
}

/** The same edges, first things first, each with the smaller row as `from`. O(n log n). */
export function sortedEdges({ from, to, similarity }: Edges): Edges {
  const smaller = from.map((row, i) => Math.min(row, to[i]!));
  const larger = from.map((row, i) => Math.max(row, to[i]!));
  const order = Uint32Array.from(from.keys()).sort((a, b) =>
    compareEdges(similarity[a]!, smaller[a]!, larger[a]!, similarity[b]!, smaller[b]!, larger[b]!),
  );
  return {
    from: order.map((i) => smaller[i]!),
    to: order.map((i) => larger[i]!),
    similarity: Float32Array.from(order, (i) => similarity[i]!),
  };
}
