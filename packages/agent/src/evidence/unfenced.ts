const BRACKETS = "<＜﹤";
/** A letter or digit, or what may look like one or like a bracket. */
const SIGN = /[\p{L}\p{N}\p{So}<＜﹤]/gu;
/** Letters of the fences' names that are enough to take something for one. */
const NAMES = ["pass", "abst"];
const LETTERS = 4;

/**
 * A passage's text in which nothing reads as a fence of passages, neither an opening nor a closing one: the
 * angle bracket in front of such a name becomes ‹. Sees through capitals, wide and mathematical letters,
 * accents, and whatever else than letters and digits stands before or between them: spaces, slashes, characters
 * of no width. Other brackets stay, since passages have formulas and code. O(length).
 */
export function unfenced(text: string): string {
  const fences: number[] = [];
  let letters = "";
  let end = text.length;
  // From the end, since what follows a bracket goes on behind the next: "<<passage>", "<pas<sage>".
  for (let at = end - 1; at >= 0; at--) {
    if (!BRACKETS.includes(text.charAt(at))) continue;
    letters = `${firstLetters(text, at + 1, end)}${letters}`.slice(0, LETTERS);
    if (NAMES.includes(letters)) fences.push(at);
    end = at;
  }
  let safe = "";
  let copied = 0;
  for (const at of fences.reverse()) {
    safe += `${text.slice(copied, at)}‹`;
    copied = at + 1;
  }
  return safe + text.slice(copied);
}

/** The first few letters and digits, as they look. */
function firstLetters(text: string, from: number, to: number): string {
  let letters = "";
  SIGN.lastIndex = from;
  for (let sign = SIGN.exec(text); sign !== null && sign.index < to; sign = SIGN.exec(text)) {
    letters += sign[0]
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
    if (letters.length >= LETTERS) break;
  }
  return letters;
}
