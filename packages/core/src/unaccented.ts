/** Letters that Unicode does not take apart into a base letter and a mark, with what people type instead. */
const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
};
const withoutBase = /[æœøłđðþħŧı]/g;

/**
 * A lower-case word of Latin, Greek or Cyrillic script without its accents and strokes: "łódź" is "lodz". Marks
 * of other scripts stay where they are letters. O(length).
 */
export function unaccented(word: string): string {
  return word
    .replace(withoutBase, (letter) => letters[letter] as string)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}
