/** Soft hyphens, joiners and variation selectors: they change a word's looks, not which word it is. */
const invisible = /\u00AD|\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/gu;

const ascii = /^[\0-\x7F]*$/;

/**
 * A text in the one form in which words are compared: full-width, half-width, ligature and circled
 * characters as plain ones (NFKC), lower case, without invisible characters. O(length).
 */
export function normalise(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.replace(invisible, "").normalize("NFKC").toLowerCase();
}

const lenientScripts = /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{scx=Arabic}]/u;

/** Letters of the Arabic and Greek scripts that are written one way or the other in the same word. */
const variants: Readonly<Record<string, string>> = {
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ک: "ك",
  ة: "ه",
  ς: "σ",
  ـ: "",
};

/** The Arabic article, alone or behind "and", "with", "like", "so", "for", before two letters or more. */
const arabicArticle = /^(?:[وبكف]?ال|لل)(?=[ء-ي]{2})/;

/**
 * A normalised word without what writers add or leave out at will: Greek accents, Hebrew points, Arabic
 * vowels, hamzas and the article that is written onto the word (the light stemming of Larkey, Ballesteros
 * and Connell, 2002, its prefixes alone), the dots of ё. Words of scripts where marks are letters
 * (Devanagari) or tell words apart (Latin) come back as they are. May be empty.
 */
export function lenientWord(word: string): string {
  if (!lenientScripts.test(word)) return word;
  return word
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[ٱىیکةςـ]/g, (letter) => variants[letter] as string)
    .replace(arabicArticle, "");
}
