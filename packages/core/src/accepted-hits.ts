import type { Hit } from "./retriever.js";
import type { NodeRow } from "./tree.js";

/**
 * The best hits among accepted rows, of a search that knows nothing of what is accepted: more are asked for,
 * until there are enough or there are no more. Costs what the search costs for as many hits as had to be
 * looked at; where few rows are accepted, that is all of them.
 *
 * @param search best first, at most so many, fewer only when there are no more.
 */
export function acceptedHits(
  search: (limit: number) => readonly Hit[],
  accepts: (row: NodeRow) => boolean,
  limit: number,
): readonly Hit[] {
  for (let asked = 4 * limit; ; asked *= 8) {
    const hits = search(asked);
    const kept = hits.filter(({ id }) => accepts(id));
    if (kept.length >= limit || hits.length < asked) return kept.slice(0, limit);
  }
}
