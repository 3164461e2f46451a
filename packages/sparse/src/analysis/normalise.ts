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

/** Within words only: between emoji a joiner makes one sign of two. */
const invisibleInWord =
  /(?<=[\p{L}\p{M}\p{N}])[\u00AD\u200B-\u200D\u2060\uFEFF]+(?=[\p{L}\p{M}\p{N}])/gu;
/** Variation selectors, and the frame of a keycap. */
const selectors = /[\uFE00-\uFE0F\u20E3\u{E0100}-\u{E01EF}]/gu;
/** What NFKC writes as letters or digits, and would so make a part of the word beside it. */
const symbols = /[™℠®©]|№|[¼-¾⅐-⅞]|[①-⓿❶-➓]|[⁰¹²³⁴-⁹]+/gu;
/** All of these, and the signs that are written in several ways. */
const special =
  /[\u00AD\u200B-\u200D\u2060\uFEFF]|[\uFE00-\uFE0F]|\u20E3|\uDB40|[™℠®©№¼-¾⅐-⅞①-⓿❶-➓⁰¹²³⁴-⁹‘ʼ′\u2010\u2011\u2212\u2044]/;

/**
 * A text with its compatibility characters as plain ones (NFKC), case kept. Unlike NFKC alone, signs that
 * stand at a word do not become letters of it: ™ is left out, ½ is 1/2 beside the number before it, and m² is
 * m^2. O(length).
 */
export function unify(text: string): string {
  if (ascii.test(text)) return text;
  if (!special.test(text)) return text.normalize("NFKC");
  return text
    .replace(invisibleInWord, "")
    .replace(selectors, "")
    .replace(symbols, plainSymbol)
    .normalize("NFKC")
    .replace(/[‘ʼ′]/g, "’")
    .replace(/[\u2010\u2011\u2212]/g, "-")
    .replace(/\u2044/g, "/");
}

function plainSymbol(symbol: string): string {
  if (/[™℠®©]/.test(symbol)) return " ";
  return /[⁰¹²³⁴-⁹]/.test(symbol) ? `^${symbol}` : ` ${symbol} `;
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

/** The Arabic article, alone or after "and", "with", "like", "so", "for", before two letters or more. */
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
