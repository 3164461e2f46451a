import { createRequire } from "node:module";
import { PsiError } from "@psi/core";

/** The languages with a stemmer in the optional package `natural`, by their two-letter codes. */
export const stemmedLanguages = [
  "de",
  "es",
  "fr",
  "it",
  "nl",
  "no",
  "pt",
  "ru",
  "sv",
  "uk",
] as const;

/** A language that `natural` has a stemmer for. */
export type StemmedLanguage = (typeof stemmedLanguages)[number];

/** Turns a lower-case word into its stem; never empty. */
export type Stemmer = (word: string) => string;

/** No language has longer words, and the time of some of the stemmers grows with the square of the length. */
const longestStemmed = 100;

const requireFromHere = createRequire(import.meta.url);

/**
 * The stemmer of a language, loaded from `natural`. Only that one file is loaded: the package's entry
 * prints, reads `.env` and opens database drivers.
 *
 * @param load how a module is loaded; given in tests only.
 * @throws PsiError `invalid-option` for another language, `missing-dependency` when `natural` is absent.
 */
export function naturalStemmer(
  language: StemmedLanguage,
  load: (path: string) => unknown = requireFromHere,
): Stemmer {
  if (!stemmedLanguages.includes(language)) {
    throw new PsiError(
      "invalid-option",
      `There is no stemmer for the language ${JSON.stringify(language)}. Choose one of ${stemmedLanguages.join(", ")}; for English take english(), for any other language multilingual().`,
    );
  }
  const stemmer = loaded(language, load);
  return (word) => (word.length > longestStemmed ? word : stemmer.stem(word).toLowerCase() || word);
}

function loaded(language: string, load: (path: string) => unknown): { stem(word: string): string } {
  try {
    return load(`natural/lib/natural/stemmers/porter_stemmer_${language}.js`) as {
      stem(word: string): string;
    };
  } catch (cause) {
    throw new PsiError(
      "missing-dependency",
      `Stemming "${language}" needs the package natural, which could not be loaded. Install it (npm i natural@8), or use multilingual(), which needs nothing.`,
      { cause },
    );
  }
}
