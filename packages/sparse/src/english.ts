import type { Tokenizer } from "@psi/core";
import { rememberTerms } from "./analysis/remember-terms.js";
import { shortPieces } from "./analysis/short-pieces.js";
import { englishStopWords } from "./analysis/stop-words.js";
import { englishStem } from "./english-stemmer.js";

/** Two or more letters, digits and low lines: the words of bm25s. */
const word = /[\p{L}\p{N}_]{2,}/gu;

/** The term of a lower-case English word; empty for a stop word. */
export function englishTerm(lowerCase: string): string {
  return englishStopWords.has(lowerCase) ? "" : englishStem(lowerCase);
}

/**
 * Cuts English text into the stems of its words, exactly as bm25s does with its English stop words and
 * PyStemmer 2: lower case, runs of two or more letters and digits, stop words left out, Snowball stems.
 *
 * Nothing else is unified: a letter with its accent as a separate character ends a word. `multilingual()`
 * gives the same terms for English and takes care of that. O(length).
 */
export function english(): Tokenizer {
  const termOf = rememberTerms(englishTerm);
  return {
    name: "english/1",
    tokenize(text) {
      const terms: string[] = [];
      for (const piece of shortPieces(text)) {
        for (const found of piece.toLowerCase().match(word) ?? []) {
          const term = termOf(found);
          if (term !== "") terms.push(term);
        }
      }
      return terms;
    },
  };
}
