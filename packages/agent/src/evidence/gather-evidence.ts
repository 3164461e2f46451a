import type { Evidence, Round } from "@psi/core";

/**
 * The union of all rounds. A passage keeps its best rank in any list, since scores of different queries are
 * not comparable, and the number under which it was found first: in the first round by rank, then query, and
 * so on. Ordered by rank, among equal ranks the earlier round and query first: rounds are interleaved, so the
 * best that the first found is never pushed out by what came later. O(found x log found).
 */
export function gatherEvidence(rounds: readonly Round[]): readonly Evidence[] {
  const known = new Map<string, Evidence>();
  rounds.forEach(({ queries, found }, at) => {
    for (const each of inOrderOfRank(queries, found, at + 1)) {
      const { id } = each.found.node;
      const before = known.get(id);
      if (before !== undefined && before.rank <= each.rank) continue;
      const number = before?.number ?? known.size + 1;
      // A map keeps a key's first place: taken out, it stands where it was found best.
      known.delete(id);
      known.set(id, { ...each, number });
    }
  });
  // By round and query already, and sorting is stable.
  return [...known.values()].sort((a, b) => a.rank - b.rank);
}

/** The lists of one round, best ranks first, the lists in order among equal ranks. */
function inOrderOfRank(
  queries: Round["queries"],
  lists: Round["found"],
  round: number,
): readonly Omit<Evidence, "number">[] {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
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
