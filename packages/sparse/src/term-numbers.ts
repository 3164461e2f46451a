import type { Token } from "@psi/core";
import { copied } from "./analysis/copied.js";

/** A token that occurs in many places, and remembers the number that its term has in the index being built. */
export interface SharedToken extends Token {
  /** Stands for that index, without keeping it in memory. */
  index: object | undefined;
  number: number;
}

/** The terms of an index that is being built, numbered in order of first sight. */
export interface TermNumbers {
  /** The number of a term, which is added when it is not there yet. */
  of(term: string): number;
  /** The number of a token's term. */
  ofToken(token: Token): number;
  all(): readonly string[];
}

/**
 * Numbers for terms. A shared token is looked up once: finding a term in a `Map` of many takes so much longer
 * than reading a field that building an index would take a sixth more time.
 */
export function termNumbers(): TermNumbers {
  const numbers = new Map<string, number>();
  const index = {};
  const of = (term: string): number => {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(copied(term), number);
    return number;
  };
  return {
    of,
    ofToken(token) {
      if (!isShared(token)) return of(token.term);
      if (token.index !== index) {
        token.index = index;
        token.number = of(token.term);
      }
      return token.number;
    },
    all: () => [...numbers.keys()],
  };
}

function isShared(token: Token): token is SharedToken {
  return (token as Partial<SharedToken>).number !== undefined;
}
