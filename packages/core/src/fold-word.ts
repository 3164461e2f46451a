/**
 * A word as it is looked up in a list of words: small letters, no accents, wide and compatible letters as plain
 * ones, so that both spellings of "é" and both of Turkish's i are one. O(length).
 */
export function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replaceAll("ı", "i");
}
