import type { Tokenizer } from "@psi/core";
import { englishTerm } from "./english.js";
import { naturalStemmer, type StemmedLanguage } from "./natural-stemmer.js";
import { lenientWord, normalise } from "./normalise.js";
import { rememberTerms } from "./remember-terms.js";
import { shortPieces } from "./short-pieces.js";

export interface MultilingualOptions {
  /**
   * The language of the words in its script: Cyrillic for "ru" and "uk", Latin for the others. "en" needs
   * nothing, the others need the optional package `natural`. Default "en".
   */
  readonly language?: "en" | StemmedLanguage;
}

/** A letter, digit or low line, and all that follow without a gap, marks included. */
const run = /[\p{L}\p{N}_][\p{L}\p{N}_\p{Mn}\p{Mc}]*/gu;

/** Letters of the scripts that do not put spaces between words (Korean puts them between phrases). */
const unspacedLetter =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}" +
  "\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]";
const marks = "[\\p{Mn}\\p{Mc}]*";
const unspaced = new RegExp(unspacedLetter, "u");
/** One letter with its marks. */
const letterWithMarks = new RegExp(`${unspacedLetter}${marks}`, "gu");
/** Either letters of unspaced scripts or a word of others. */
const sameKind = new RegExp(`(?:${unspacedLetter}${marks})+|[^]+?(?=${unspacedLetter}|$)`, "gu");

/** Words of Latin letters and digits only, which are most. */
const plain = /^[\0-\u02FF]*$/;
const hasLatin = /\p{Script=Latin}/u;
const hasCyrillic = /\p{Script=Cyrillic}/u;

/**
 * Cuts text of any language, or of several, into terms, each run of a script in its own way:
 *
 *     Psi-RAG在2023年發布了 retrievers   ->   psi rag 在 2023 年發 發布 布了 retriev
 *
 * - words in Latin script and numbers as `english()` does, or with the stemmer of `language`;
 * - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese as overlapping pairs of letters; a letter
 *   that stands alone as itself. Latin words and numbers in between stay whole, even single characters;
 * - other scripts as words, in Arabic, Hebrew, Greek and Cyrillic without the marks that writers leave
 *   out at will, in Arabic also without the article.
 *
 * All after full-width and half-width forms, ligatures and separate accents are unified (NFKC). On
 * English text it gives exactly what `english()` gives. O(length).
 *
 * @throws PsiError `invalid-option` for a language without a stemmer, `missing-dependency` when one is
 *   asked for and `natural` is not installed.
 */
export function multilingual(options: MultilingualOptions = {}): Tokenizer {
  const language = options.language ?? "en";
  const termOf = rememberTerms(wordRules(language));
  return {
    name: `multilingual/1:${language}`,
    tokenize(text) {
      const terms: string[] = [];
      for (const piece of shortPieces(text)) {
        for (const found of normalise(piece).match(run) ?? []) {
          if (!plain.test(found) && unspaced.test(found)) addMixed(found, termOf, terms);
          else if (hasTwoCharacters(found)) addTerm(termOf(found), terms);
        }
      }
      return terms;
    },
  };
}

/** Adds the terms of a run in which letters of unspaced scripts and other words touch. */
function addMixed(mixed: string, termOf: (word: string) => string, terms: string[]): void {
  for (const part of mixed.match(sameKind) ?? []) {
    if (unspaced.test(part)) {
      addPairs(part, terms);
    } else {
      const word = part.replace(/^_+|_+$/g, "");
      // A character alone means something here: the A of 維生素A is no article.
      addTerm(hasTwoCharacters(word) ? termOf(word) : word, terms);
    }
  }
}

/** Adds each two neighbours as a term, or the only letter. */
function addPairs(letters: string, terms: string[]): void {
  const each = letters.match(letterWithMarks) ?? [];
  if (each.length === 1) terms.push(letters);
  for (let i = 1; i < each.length; i++) terms.push(`${each[i - 1]}${each[i]}`);
}

function addTerm(term: string, terms: string[]): void {
  if (term !== "") terms.push(term);
}

/** What becomes of a word that stands in spaces, by its script. */
function wordRules(language: "en" | StemmedLanguage): (word: string) => string {
  if (language === "en") return (word) => (isLatin(word) ? englishTerm(word) : lenientWord(word));
  const stem = naturalStemmer(language);
  if (language !== "ru" && language !== "uk") {
    return (word) => (isLatin(word) ? stem(word) : lenientWord(word));
  }
  return (word) => {
    if (isLatin(word)) return englishTerm(word);
    // The stemmers know й and ё, so the marks go last.
    return lenientWord(hasCyrillic.test(word) ? stem(word) : word);
  };
}

/** Whether a word has letters of Latin script, or nothing but European digits. */
function isLatin(word: string): boolean {
  return plain.test(word) || hasLatin.test(word);
}

function hasTwoCharacters(word: string): boolean {
  return word.length > 2 || (word.length === 2 && (word.codePointAt(0) as number) < 0x10000);
}
