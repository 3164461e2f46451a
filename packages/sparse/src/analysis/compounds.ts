import type { Token } from "@psi/core";
import { foldCase } from "./fold.js";
import { contentToken } from "./token.js";
import { isUnspaced } from "./unspaced.js";
import type { WordRules } from "./word-rules.js";

/** Signs that one writer sets and another leaves out: e-mail, email. */
const omissible = /^[-'’^·]$/;
/** Longer compounds are no names that anyone looks for. */
const mostSigns = 12;
const longest = 100;
/** As many digits are a number with a name, such as an ISBN, also without its hyphens. */
const longNumber = 8;

/**
 * The terms by which a compound is found as a whole, beside its words: without the signs that may be left out
 * ("kt4471a" for KT-4471-A), else as it is written; of a path also the last part. Numbers keep their signs.
 */
export function compoundTerms(
  text: string,
  signs: readonly string[],
  { termOf }: WordRules,
): readonly string[] {
  if (signs.length === 0 || signs.length > mostSigns || text.length > longest) return [];
  if (isUnspaced(text)) return [];
  const folded = foldCase(text);
  if (!signs.every((sign) => omissible.test(sign))) {
    const name = folded.slice(Math.max(folded.lastIndexOf("/"), folded.lastIndexOf("\\")) + 1);
    return name !== folded && /[^\p{L}\p{N}]/u.test(name) ? [folded, name] : [folded];
  }
  const joined = folded.replace(/[-'’^·]/g, "");
  if (/\p{L}/u.test(joined)) return [termOf(joined)];
  return joined.length < longNumber ? [folded] : [folded, joined];
}

/** Adds variants to the first token from a place on that is no stop word; a token of their own without one. */
export function addVariants(tokens: Token[], from: number, terms: readonly string[]): void {
  const [first, ...others] = terms;
  if (first === undefined) return;
  for (let at = from; at < tokens.length; at++) {
    const { term, variants, broader, isStopWord } = tokens[at] as Token;
    if (isStopWord) continue;
    tokens[at] = contentToken(term, [...variants, ...terms], broader);
    return;
  }
  tokens.push(contentToken(first, others));
}
