import { englishStem } from "../english-stemmer.js";
import { naturalStemmer, type StemmedLanguage } from "../natural-stemmer.js";
import { lenientWord } from "./normalise.js";
import { functionWords } from "./stop-words.js";

/** What a language does with its words. */
export interface WordRules {
  /** The term of a word in folded case, by its script; may be empty. */
  termOf(word: string): string;
  readonly stopWords: ReadonlySet<string>;
  /** Whether "don't" is "do not", as in English. */
  readonly contracts: boolean;
}

/** Words of Latin letters and digits only, which are most. */
const plain = /^[\0-\u02FF]*$/;
const hasLatin = /\p{Script=Latin}/u;
const hasCyrillic = /\p{Script=Cyrillic}/u;

/** Whether a word has letters of Latin script, or nothing but European digits. */
export function isLatin(word: string): boolean {
  return plain.test(word) || hasLatin.test(word);
}

/** @throws PsiError `invalid-option`, `missing-dependency` */
export function wordRules(language: "en" | StemmedLanguage): WordRules {
  const others = { stopWords: new Set<string>(), contracts: false };
  if (language === "en") {
    return {
      termOf: (word) => (isLatin(word) ? englishStem(word) : lenientWord(word)),
      stopWords: functionWords,
      contracts: true,
    };
  }
  const stem = naturalStemmer(language);
  if (language !== "ru" && language !== "uk")
    return { ...others, termOf: (word) => (isLatin(word) ? stem(word) : lenientWord(word)) };
  return {
    // English words in a Russian text are English.
    stopWords: functionWords,
    contracts: true,
    termOf: (word) => {
      if (isLatin(word)) return englishStem(word);
      // The stemmers know й and ё, so the marks go last.
      return lenientWord(hasCyrillic.test(word) ? stem(word) : word);
    },
  };
}
