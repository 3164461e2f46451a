import { type Candidate, scaled } from "./candidate-sentences.js";
import type { Child } from "./children.js";

/** How much nearness to the centre counts against likeness to the sentences chosen before. */
const nearness = 0.8;
/** What a second sentence of the same child is worth. */
const secondOfChild = 0.6;

/**
 * Yields the sentences in the order in which they should be taken: maximal marginal relevance (Carbonell and
 * Goldstein, 1998) to the centre, each time the nearest that is least like those taken before. The centre
 * is the sum of the children's term weights, by their centrality. O(sentences x words x taken).
 */
export function* chooseSentences(
  candidates: readonly Candidate[],
  children: readonly Child[],
): Generator<Candidate> {
  const centre = centreOf(candidates, children);
  const relevance = candidates.map(
    ({ terms, fitness }) => (0.05 + product(terms, centre)) * fitness,
  );
  const likeness = candidates.map(() => 0);
  const used = new Set<number>();
  const open = new Set(candidates.keys());
  while (open.size > 0) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const position of open) {
      const fresh = used.has(candidates[position]!.child) ? secondOfChild : 1;
      const worth = nearness * relevance[position]! * fresh - (1 - nearness) * likeness[position]!;
      if (worth > most) {
        best = position;
        most = worth;
      }
    }
    const taken = candidates[best]!;
    yield taken;
    open.delete(best);
    used.add(taken.child);
    for (const position of open) {
      const alike = product(taken.terms, candidates[position]!.terms);
      likeness[position] = Math.max(likeness[position]!, alike);
    }
  }
}

/** Each child counts once, by its weight, however many sentences it has. */
function centreOf(
  candidates: readonly Candidate[],
  children: readonly Child[],
): ReadonlyMap<number, number> {
  const sums = children.map(() => new Map<number, number>());
  for (const { child, terms } of candidates) {
    const sum = sums[child]!;
    for (const [term, weight] of terms) sum.set(term, (sum.get(term) ?? 0) + weight);
  }
  const centre = new Map<number, number>();
  for (const [child, sum] of sums.entries()) {
    const { weight: factor } = children[child]!;
    for (const [term, weight] of scaled(sum, (_, value) => value)) {
      centre.set(term, (centre.get(term) ?? 0) + weight * factor);
    }
  }
  return scaled(centre, (_, value) => value);
}

function product(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  const [few, many] = a.size <= b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0);
  return sum;
}
