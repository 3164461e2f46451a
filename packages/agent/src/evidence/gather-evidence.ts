import type { Evidence, Round } from "@psi/core";

/**
 * The union of all rounds. A passage keeps its best rank in any list, since scores of different queries are
 * not comparable, and the number under which it was found first. Ordered by rank, among equal ranks the
 * earlier round and query first: rounds are interleaved, so what the first found is never pushed out by
 * what came later. O(found x log found).
 */
export function gatherEvidence(rounds: readonly Round[]): readonly Evidence[] {
  const known = new Map<string, Evidence>();
  rounds.forEach(({ queries, found }, at) => {
    for (const each of inOrderOfRank(queries, found, at + 1)) {
      const before = known.get(each.found.node.id);
      if (before === undefined) {
        known.set(each.found.node.id, { ...each, number: known.size + 1 });
      } else if (each.rank < before.rank) {
        known.set(each.found.node.id, { ...each, number: before.number });
      }
    }
  });
  // Sorting is stable, and rounds were walked in order: a map keeps a key where it stood first.
  return [...known.values()].sort(
    (a, b) => a.rank - b.rank || a.round - b.round || a.number - b.number,
  );
}

/** The lists of one round, best ranks first, the lists in order among equal ranks. */
function inOrderOfRank(
  queries: Round["queries"],
  lists: Round["found"],
  round: number,
): readonly Omit<Evidence, "number">[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all: Omit<Evidence, "number">[] = [];
  for (let place = 0; place < longest; place++) {
    lists.forEach((list, i) => {
      const found = list[place];
      if (found !== undefined) {
        all.push({ found, rank: place + 1, round, query: queries[i] as string });
      }
    });
  }
  return all;
}
