import type { Hit } from "@psi/core";

/**
 * The `limit` best rows, best first; equal scores by row. Keeps them in a heap with the worst at the top:
 * O(n log limit).
 *
 * @param rows the row of each score; position = row when left out.
 */
export function topHits(
  scores: ArrayLike<number>,
  limit: number,
  rows?: ArrayLike<number>,
): readonly Hit[] {
  const heap: Hit[] = [];
  const size = Math.min(limit, scores.length);
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i]!;
    if (heap.length === size && score < heap[0]!.score) continue;
    const hit = { id: rows === undefined ? i : rows[i]!, score };
    if (heap.length < size) {
      heap.push(hit);
      rise(heap);
    } else if (worse(heap[0]!, hit)) {
      heap[0] = hit;
      sink(heap);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

function worse(a: Hit, b: Hit): boolean {
  return a.score < b.score || (a.score === b.score && a.id > b.id);
}

/** Moves the last hit up to where it belongs. */
function rise(heap: Hit[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!worse(heap[at]!, heap[above]!)) return;
    swap(heap, at, above);
    at = above;
  }
}

/** Moves the first hit down to where it belongs. */
function sink(heap: Hit[]): void {
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) return;
    if (below + 1 < heap.length && worse(heap[below + 1]!, heap[below]!)) below++;
    if (!worse(heap[below]!, heap[at]!)) return;
    swap(heap, at, below);
    at = below;
  }
}

function swap(heap: Hit[], a: number, b: number): void {
  const hit = heap[a]!;
  heap[a] = heap[b]!;
  heap[b] = hit;
}
