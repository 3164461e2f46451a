import type { Lists } from "./lists.js";

/** Strings and their numbers, in order of first sight. */
export interface Vocabulary {
  readonly all: readonly string[];
  /** The number of a word, which is added when it is not there yet. */
  numberOf(word: string): number;
  /** The number of a word, or -1. */
  find(word: string): number;
}

/** A vocabulary that begins with those words. O(words). */
export function vocabulary(first: readonly string[] = []): Vocabulary {
  const all = [...first];
  const numbers = new Map<string, number>();
  for (let number = 0; number < all.length; number++) numbers.set(all[number] as string, number);
  return {
    all,
    numberOf(word) {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, all.length);
      return all.push(word) - 1;
    },
    find: (word) => numbers.get(word) ?? -1,
  };
}

/** New numbers for old ones, in the order in which they are seen. */
export interface Renumbering {
  /** For each old number the new one; -1 for one that was not seen. */
  readonly numbers: Int32Array;
  /** For each new number the old one. */
  readonly order: readonly number[];
  /** Sees all of a list. */
  see(lists: Lists, list: number): void;
}

/** Of the numbers below `size`; those below `fixed` stay as they are. */
export function renumbering(size: number, fixed = 0): Renumbering {
  const numbers = new Int32Array(size).fill(-1);
  const order: number[] = [];
  for (let old = 0; old < fixed; old++) numbers[old] = order.push(old) - 1;
  return {
    numbers,
    order,
    see({ offsets, values }, list) {
      const end = offsets[list + 1] as number;
      for (let at = offsets[list] as number; at < end; at++) {
        const old = values[at] as number;
        if ((numbers[old] as number) < 0) numbers[old] = order.push(old) - 1;
      }
    },
  };
}
