import type { Phrase } from "./phrases.js";

/** How much of the support of a phrase a longer one around it must have to stand for it. */
const absorbs = 0.6;
/** Phrases that gain less than this share of the best one's gain are left out. */
const least = 0.25;

/**
 * Chooses, one after another, the phrases that the most and the most central children share and that are
 * rare elsewhere; children that chosen phrases already cover count less each time. Phrases that say again
 * what a longer one says are left out.
 *
 * @param phrases those of all children.
 * @param weights how much each child counts.
 * @param limit the most phrases.
 */
export function chooseShared(
  phrases: readonly Phrase[],
  weights: readonly number[],
  limit: number,
  layer: number,
): readonly Phrase[] {
  const shared = phrases.filter(({ children }) => children.size > 1);
  const covered = weights.map(() => 0);
  const gains = new Map(
    withoutAbsorbed(shared).map((phrase) => [phrase, gainOf(phrase, weights, covered, layer)]),
  );
  let enough = 0;
  for (const gain of gains.values()) enough = Math.max(enough, least * gain);
  const open = new Set([...gains].filter(([, gain]) => gain >= enough).map(([phrase]) => phrase));
  const chosen: Phrase[] = [];
  while (chosen.length < limit) {
    let best: Phrase | undefined;
    let most = 0;
    for (const phrase of open) {
      const gain = gainOf(phrase, weights, covered, layer);
      if (gain > most) {
        best = phrase;
        most = gain;
      }
    }
    if (best === undefined) break;
    open.delete(best);
    if (chosen.some((known) => repeats(known.parts, best.parts))) continue;
    chosen.push(best);
    for (const child of best.children.keys()) covered[child]!++;
  }
  return chosen;
}

/**
 * Support, by centrality and by how often its children are covered already, to the power 1.5, times rarity.
 * The higher the layer, the more of the corpus is below it, and the less rarity tells.
 */
function gainOf(
  phrase: Phrase,
  weights: readonly number[],
  covered: readonly number[],
  layer: number,
): number {
  let support = 0;
  for (const [child, weight] of phrase.children)
    support += (weights[child]! * weight) / (1 + covered[child]! / 2);
  const length = Math.min(3, phrase.parts.length);
  const rarity = Math.max(0.5, phrase.rarity) ** (1 / layer);
  return support ** 1.5 * rarity * (1 + (length - 1) / 4);
}

/** The phrases without those that nearly always stand inside one and the same longer phrase. */
function withoutAbsorbed(phrases: readonly Phrase[]): readonly Phrase[] {
  const byKey = new Map(phrases.map((phrase) => [phrase.key, phrase]));
  const absorbed = new Set<Phrase>();
  for (const phrase of phrases) {
    const { parts } = phrase;
    const joint = phrase.key.length === parts.join("").length ? "" : " ";
    for (let from = 0; from < parts.length; from++) {
      for (let to = from + 1; to <= parts.length; to++) {
        if (to - from === parts.length) continue;
        const inner = byKey.get(parts.slice(from, to).join(joint));
        if (inner !== undefined && phrase.children.size >= absorbs * inner.children.size)
          absorbed.add(inner);
      }
    }
  }
  return phrases.filter((phrase) => !absorbed.has(phrase));
}

/** Whether one of two phrases says nothing that the other does not: it stands inside the other. */
export function repeats(some: readonly string[], others: readonly string[]): boolean {
  return some.length <= others.length ? standsIn(some, others) : standsIn(others, some);
}

/** Whether a phrase is a stretch of another, or the whole of it. */
export function standsIn(short: readonly string[], long: readonly string[]): boolean {
  for (let from = 0; from + short.length <= long.length; from++) {
    if (short.every((part, i) => part === long[from + i])) return true;
  }
  return false;
}
