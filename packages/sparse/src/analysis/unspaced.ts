/** Letters of the scripts that do not put spaces between words (Korean puts them between phrases). */
const letter =
  "[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}" +
  "\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]";
const marks = "[\\p{Mn}\\p{Mc}]*";
const plain = /^[\0-\u02FF]*$/;
const anyLetter = new RegExp(letter, "u");
/** One letter with its marks. */
const letterWithMarks = new RegExp(`${letter}${marks}`, "gu");
/** Either letters of unspaced scripts or a word of others. */
const sameKind = new RegExp(`(?:${letter}${marks})+|[^]+?(?=${letter}|$)`, "gu");

/** Whether a run has letters of a script without spaces. */
export function isUnspaced(run: string): boolean {
  return !plain.test(run) && anyLetter.test(run);
}

/**
 * Visits the parts of a run in which letters of unspaced scripts and other words touch: each two neighbouring
 * letters, a letter that has no neighbour, and each word in between.
 */
export function eachPart(run: string, visit: (part: string, isWord: boolean) => void): void {
  for (const part of run.match(sameKind) ?? []) {
    if (!anyLetter.test(part)) {
      visit(part, true);
      continue;
    }
    const letters = part.match(letterWithMarks) ?? [];
    if (letters.length === 1) visit(part, false);
    for (let i = 1; i < letters.length; i++) visit(`${letters[i - 1]}${letters[i]}`, false);
  }
}
