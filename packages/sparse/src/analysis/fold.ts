import { unaccented } from "@psi/core";

/** Umlauts, which German writes as two letters where a keyboard has none. */
const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/**
 * A word in the form in which case makes no difference: Unicode's full case folding, in which ß is ss and the
 * dot of the capital İ is not kept as a mark. O(length).
 */
export function foldCase(word: string): string {
  return word
    .toLowerCase()
    .replace(/ß/g, "ss")
    .replace(/i\u0307/g, "i");
}

/**
 * The forms of a folded Latin word without its accents: none when it has none, two for one with umlauts
 * ("müller": muller, mueller). O(length).
 */
export function plainForms(word: string): readonly string[] {
  const plain = unaccented(word);
  if (plain === word) return [];
  const spelled = unaccented(word.replace(/[äöü]/g, (letter) => umlauts[letter] as string));
  return spelled === plain ? [plain] : [plain, spelled];
}

/** A number with its digits of any script written as 0 to 9. */
export function plainDigits(number: string): string {
  return number.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Unicode keeps the ten digits of a script in a row, so the value is the distance to the first of them. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
