import type { Token } from "@psi/core";
import type { SharedToken } from "../term-numbers.js";

const NONE: readonly string[] = [];

/** A word that counts. Its other terms come each once, without blank ones and those that say the same. */
export function contentToken(
  term: string,
  variants: readonly string[] = NONE,
  broader: readonly string[] = NONE,
): Token {
  if (variants.length + broader.length === 0) return token(term, NONE, NONE);
  const others = new Set(variants);
  others.delete(term);
  others.delete("");
  const less = new Set(broader);
  for (const each of [term, "", ...others]) less.delete(each);
  return token(term, [...others], [...less]);
}

/** All tokens have the same fields in the same order, which keeps reading them quick. */
function token(
  term: string,
  variants: readonly string[],
  broader: readonly string[],
  isStopWord = false,
): SharedToken {
  return { term, variants, broader, isStopWord, index: undefined, number: 0 };
}

export function stopToken(term: string): Token {
  return token(term, NONE, NONE, true);
}

/** A stop word in capitals, which is a name: the IT of "the IT office", the A of "vitamin A". */
export function capitalToken(word: string): Token {
  return contentToken(word.toUpperCase(), NONE, [word.toLowerCase()]);
}
