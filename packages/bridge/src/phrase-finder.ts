import { nearWordFinder } from "@psi/core";

/** A phrase that stands in a text: its number, and its first and last word there. */
export interface FoundPhrase {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

/** Finds known phrases word for word. */
export interface PhraseFinder {
  /**
   * The phrases in a text's folded words, by first word; of phrases of which one lies within another, the
   * longer. O(words x words of the longest phrase).
   */
  find(words: readonly string[]): readonly FoundPhrase[];
  /** The word of the phrases that a typing error of one letter makes of a word that none of them has. */
  nearest(word: string): string | undefined;
}

/**
 * A finder of phrases, each given as its folded words joined by spaces. A trie over words, whose edges are
 * in one hash table. O(words of all phrases).
 */
export function phraseFinder(
  phrases: Iterable<readonly [id: number, phrase: string]>,
): PhraseFinder {
  const wordIds = new Map<string, number>();
  const edges = new Map<number, number>();
  /** The phrase that ends at a node, or -1. */
  const ends: number[] = [-1];
  const edgeOf = (node: number, word: number): number => node * 2 ** 24 + word;
  for (const [id, phrase] of phrases) {
    if (phrase === "") continue;
    let node = 0;
    for (const word of phrase.split(" ")) {
      let wordId = wordIds.get(word);
      if (wordId === undefined) {
        wordId = wordIds.size;
        wordIds.set(word, wordId);
      }
      let next = edges.get(edgeOf(node, wordId));
      if (next === undefined) {
        next = ends.length;
        ends.push(-1);
        edges.set(edgeOf(node, wordId), next);
      }
      node = next;
    }
    if (ends[node] === -1) ends[node] = id;
  }
  const near = nearWordFinder(wordIds.keys());
  return {
    nearest: (word) => (wordIds.has(word) ? undefined : near(word)[0]),
    find(words) {
      const ids = words.map((word) => wordIds.get(word) ?? -1);
      const found: FoundPhrase[] = [];
      let covered = -1;
      for (let first = 0; first < ids.length; first++) {
        let longest: FoundPhrase | undefined;
        let node: number | undefined = 0;
        for (let at = first; at < ids.length && (ids[at] as number) >= 0; at++) {
          node = edges.get(edgeOf(node, ids[at] as number));
          if (node === undefined) break;
          const id = ends[node] as number;
          if (id >= 0) longest = { id, first, last: at };
        }
        // Starts later and ends no later than another: lies within it.
        if (longest === undefined || longest.last <= covered) continue;
        covered = longest.last;
        found.push(longest);
      }
      return found;
    },
  };
}
