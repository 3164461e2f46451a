/*
 * The Snowball English stemmer, also called Porter2, after its public description
 * (https://snowballstem.org/algorithms/english/stemmer.html) as it stood in Snowball 2.x. Snowball 3
 * added rules ("universal" apart from "university") that would change scores that others publish.
 *
 * A word has two regions. R1 starts after the first consonant that follows a vowel, R2 is the same again
 * inside R1:
 *
 *     b e a u t i f u l          a n i m a d v e r s i o n
 *               |<-R1->|             |<------- R1 ------>|
 *                   |R2|                   |<--- R2 ---->|
 *
 * Most endings are only cut off inside a region, so that short words keep their bodies. A `y` that acts
 * as a consonant (at the start or after a vowel) is written `Y` meanwhile.
 */

/** Words that the rules would spoil, with their stems. */
const exceptions = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word): [string, string] => [
    word,
    word,
  ]),
]);

/** Words that are left alone once a plural ending is off. */
const finishedAfterPlural = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

/** Beginnings after which R1 starts at once, to tell "generous" from "general". */
const longBeginning = /^(?:gener|commun|arsen)/;

type Ending = readonly [ending: string, replacement: string];
type Endings = ReadonlyMap<string, readonly Ending[]>;

/** Endings of steps 2 to 4 by their last letter, the longest first: only the longest that fits is looked at. */
const step2 = byLastLetter([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ["izer", "ize"],
  ["ization", "ize"],
  ["ational", "ate"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["alli", "al"],
  ["fulness", "ful"],
  ["ousli", "ous"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["bli", "ble"],
  ["ogi", "og"],
  ["fulli", "ful"],
  ["lessli", "less"],
  ["li", ""],
]);

const step3 = byLastLetter([
  ["tional", "tion"],
  ["ational", "ate"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
  ["ative", ""],
]);

const step4 = byLastLetter(
  "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion"
    .split(" ")
    .map((ending): Ending => [ending, ""]),
);

/**
 * The stem of a lower-case English word, such as "retriev" of "retrieving". Words of one or two letters
 * and words without Latin letters come back as they are. Not always a word; never longer than the word
 * by more than a letter. O(length).
 */
export function englishStem(word: string): string {
  const exception = exceptions.get(word);
  if (exception !== undefined) return exception;
  if (word.length < 3) return word;
  const marked = markConsonantY(word.startsWith("'") ? word.slice(1) : word);
  const r1 = longBeginningOf(marked) ?? regionAfter(marked, 0);
  const r2 = regionAfter(marked, r1);
  const singular = withoutPlural(withoutPossessive(marked));
  if (finishedAfterPlural.has(singular)) return singular;
  let stem = withFinalI(withoutVerbEnding(singular, r1));
  stem = withoutEnding(stem, step2, r1, (ending, before) => {
    if (ending === "ogi") return before.endsWith("l");
    return ending !== "li" || /[cdeghkmnrt]$/.test(before);
  });
  stem = withoutEnding(
    stem,
    step3,
    r1,
    (ending, before) => ending !== "ative" || before.length >= r2,
  );
  stem = withoutEnding(
    stem,
    step4,
    r2,
    (ending, before) => ending !== "ion" || /[st]$/.test(before),
  );
  return withoutFinal(stem, r1, r2).replaceAll("Y", "y");
}

function byLastLetter(endings: readonly Ending[]): Endings {
  const groups = new Map<string, Ending[]>();
  for (const each of [...endings].sort((a, b) => b[0].length - a[0].length)) {
    const last = each[0].at(-1) as string;
    groups.set(last, [...(groups.get(last) ?? []), each]);
  }
  return groups;
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && letter !== "" && "aeiouy".includes(letter);
}

/** A bit for each letter from a to z: a, e, i, o, u, y. */
const VOWELS = 0x1104111;

function isVowelCode(code: number): boolean {
  return code > 96 && code < 123 && ((VOWELS >> (code - 97)) & 1) === 1;
}

function markConsonantY(word: string): string {
  if (!word.includes("y")) return word;
  let marked = "";
  let afterVowel = true;
  for (const letter of word) {
    const isConsonantY: boolean = letter === "y" && afterVowel;
    marked += isConsonantY ? "Y" : letter;
    afterVowel = !isConsonantY && isVowel(letter);
  }
  return marked;
}

/** Where R1 starts in a word with one of the long beginnings; undefined for other words. */
function longBeginningOf(word: string): number | undefined {
  const first = word.charAt(0);
  if (first !== "g" && first !== "c" && first !== "a") return undefined;
  return longBeginning.exec(word)?.[0].length;
}

/** Where the region starts that follows the first consonant after a vowel, from a position on. */
function regionAfter(word: string, from: number): number {
  let i = from;
  while (i < word.length && !isVowelCode(word.charCodeAt(i))) i++;
  while (i < word.length && isVowelCode(word.charCodeAt(i))) i++;
  return Math.min(i + 1, word.length);
}

/** Whether a word ends in consonant, vowel, consonant other than w, x, Y; or is a vowel and a consonant. */
function endsShort(word: string): boolean {
  const last = word.at(-1);
  if (last === undefined || isVowel(last) || !isVowel(word.at(-2))) return false;
  if (word.length === 2) return true;
  return !"wxY".includes(last) && !isVowel(word.at(-3));
}

function withoutPossessive(word: string): string {
  if (!word.includes("'")) return word;
  return word.replace(/'(?:s'?)?$/, "");
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith("s") || word.endsWith("us") || word.endsWith("ss")) return word;
  // "gas" and "this" keep their s: a vowel right before it does not count.
  return /[aeiouy]/.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function withoutVerbEnding(word: string, r1: number): string {
  const isPossible = word.endsWith("d") || word.endsWith("g") || word.endsWith("ly");
  const ending = isPossible ? /(?:eed|ed|ing)(?:ly)?$/.exec(word)?.[0] : undefined;
  if (ending === undefined) return word;
  const before = word.slice(0, -ending.length);
  if (ending.startsWith("ee")) return before.length >= r1 ? `${before}ee` : word;
  if (!/[aeiouy]/.test(before)) return word;
  if (/(?:at|bl|iz)$/.test(before)) return `${before}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(before)) return before.slice(0, -1);
  return before.length === r1 && endsShort(before) ? `${before}e` : before;
}

/** Step 1c. */
function withFinalI(word: string): string {
  if (!word.endsWith("y") && !word.endsWith("Y")) return word;
  return /.[^aeiouy][yY]$/s.test(word) ? `${word.slice(0, -1)}i` : word;
}

/** Replaces the longest ending that fits, if it stands in a region and its own condition holds. */
function withoutEnding(
  word: string,
  endings: Endings,
  region: number,
  allows: (ending: string, before: string) => boolean,
): string {
  const found = endings.get(word.at(-1) ?? "")?.find(([ending]) => word.endsWith(ending));
  if (found === undefined) return word;
  const [ending, replacement] = found;
  const before = word.slice(0, -ending.length);
  return before.length >= region && allows(ending, before) ? before + replacement : word;
}

/** Step 5. */
function withoutFinal(word: string, r1: number, r2: number): string {
  const before = word.slice(0, -1);
  if (word.endsWith("e")) {
    const cut = before.length >= r2 || (before.length >= r1 && !endsShort(before));
    return cut ? before : word;
  }
  return word.endsWith("ll") && before.length >= r2 ? before : word;
}
