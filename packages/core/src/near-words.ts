/** Shorter words have too many others one letter away, which are words of their own: come, came, comb. */
const SHORTEST = 5;
/** From here on a word that begins with another letter may be the same word, mistyped. */
const LONG = 6;

const lettersOnly = /^\p{L}[\p{L}\p{M}]*$/u;

/** Finds the words that a typing error of one letter makes of a word. */
export type NearWordFinder = (word: string) => readonly string[];

/**
 * A finder of words that differ in one letter: put in, left out or changed, or two neighbours swapped. It is
 * for words of five letters and more without digits; those under six letters keep their first letter. What is
 * found comes in the order of the list, shorter ones first. The list is read by the first call, in O(words); a call
 * is O(words of about the same length).
 *
 * @example
 * nearWordFinder(["lighthouse", "light"])("lighthuose"); // ["lighthouse"]
 */
export function nearWordFinder(words: Iterable<string>): NearWordFinder {
  let byLength: ReadonlyMap<number, readonly string[]> | undefined;
  return (word) => {
    if (word.length < SHORTEST || !lettersOnly.test(word)) return [];
    byLength ??= wordsByLength(words);
    const near: string[] = [];
    for (let length = word.length - 1; length <= word.length + 1; length++) {
      const isShort = Math.min(word.length, length) < LONG;
      for (const other of byLength.get(length) ?? []) {
        if (isShort && word[0] !== other[0]) continue;
        if (isOneEditAway(word, other)) near.push(other);
      }
    }
    return near;
  };
}

function wordsByLength(words: Iterable<string>): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const word of words) {
    if (word.length < SHORTEST - 1 || !lettersOnly.test(word)) continue;
    const group = groups.get(word.length);
    if (group === undefined) groups.set(word.length, [word]);
    else group.push(word);
  }
  return groups;
}

/**
 * Whether two words differ by one insertion, deletion, change or swap of neighbours; a y and an i are alike,
 * since stemming makes an i of a y at the end. O(length).
 */
function isOneEditAway(a: string, b: string): boolean {
  if (a === b) return false;
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && letterAt(a, at) === letterAt(b, at)) at++;
  if (at === shorter) return true;
  if (a.length < b.length) return endAlike(a, at, b, at + 1);
  if (a.length > b.length) return endAlike(a, at + 1, b, at);
  const isSwapped =
    letterAt(a, at) === letterAt(b, at + 1) && letterAt(a, at + 1) === letterAt(b, at);
  return endAlike(a, at + 1, b, at + 1) || (isSwapped && endAlike(a, at + 2, b, at + 2));
}

/** Whether two words are the same from a place in each on. */
function endAlike(a: string, from: number, b: string, other: number): boolean {
  if (a.length - from !== b.length - other) return false;
  for (let i = 0; from + i < a.length; i++)
    if (letterAt(a, from + i) !== letterAt(b, other + i)) return false;
  return true;
}

const LETTER_I = 0x69;
const LETTER_Y = 0x79;

function letterAt(word: string, at: number): number {
  const code = word.charCodeAt(at);
  return code === LETTER_Y ? LETTER_I : code;
}
