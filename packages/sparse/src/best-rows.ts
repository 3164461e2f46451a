import type { Hit } from "@psi/core";

/**
 * The rows with the highest scores above zero, best first, equal scores by row. A heap of `limit` hits
 * with the worst on top: O(rows + better ones x log limit).
 */
export function bestRows(scores: Float64Array, limit: number): readonly Hit[] {
  const heap: Hit[] = [];
  let least = 0;
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row] as number;
    // Rows ascend, so one that only equals the worst comes after it.
    if (score <= least) continue;
    if (heap.length < limit) {
      heap.push({ id: row, score });
      siftUp(heap);
    } else {
      heap[0] = { id: row, score };
      siftDown(heap);
    }
    if (heap.length === limit) least = (heap[0] as Hit).score;
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

function isWorse(a: Hit, b: Hit): boolean {
  return a.score < b.score || (a.score === b.score && a.id > b.id);
}

function siftUp(heap: Hit[]): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(heap[at] as Hit, heap[parent] as Hit)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function siftDown(heap: Hit[]): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const worse =
      right < heap.length && isWorse(heap[right] as Hit, heap[left] as Hit) ? right : left;
    if (!isWorse(heap[worse] as Hit, heap[at] as Hit)) return;
    swap(heap, at, worse);
    at = worse;
  }
}

function swap(heap: Hit[], a: number, b: number): void {
  const kept = heap[a] as Hit;
  heap[a] = heap[b] as Hit;
  heap[b] = kept;
}
