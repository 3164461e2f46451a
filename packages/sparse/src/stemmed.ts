import type { Tokenizer } from "@psi/core";
import { normalise } from "./analysis/normalise.js";
import { rememberTerms } from "./analysis/remember-terms.js";
import { shortPieces } from "./analysis/short-pieces.js";
import { naturalStemmer, type StemmedLanguage } from "./natural-stemmer.js";

/** A letter, digit or low line, and at least one more, marks included. */
const word = /[\p{L}\p{N}_][\p{L}\p{N}_\p{Mn}\p{Mc}]+/gu;

/**
 * Cuts text of one language into the stems of its words, by the stemmers of the optional package
 * `natural`. Stop words stay in: they are common, so they weigh little. For English use `english()`,
 * whose stems differ from `natural`'s.
 *
 * @throws PsiError `invalid-option` for a language without a stemmer, `missing-dependency` when `natural`
 *   is not installed.
 */
export function stemmed(language: StemmedLanguage): Tokenizer {
  const termOf = rememberTerms(naturalStemmer(language));
  return {
    name: `stemmed/1:${language}`,
    tokenize: (text) =>
      shortPieces(text).flatMap((piece) => (normalise(piece).match(word) ?? []).map(termOf)),
  };
}
