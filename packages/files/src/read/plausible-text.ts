/** Characters that text in no language has: unassigned, private, halves of pairs, controls. */
const never = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?!\s)\p{Cc}/gu;
const ideographs = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const foreign = /[^\0-\x7f]/gu;
const letters = /\p{L}/gu;
/** Letters of scripts that hardly any file in another encoding than UTF-8 is in. */
const rareLetters =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}])\p{L}/gu;
const words = /\p{L}+/gu;
const otherScript = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}]`;
const mixed = new RegExp(
  String.raw`\p{Script=Latin}${otherScript}|${otherScript}\p{Script=Latin}`,
  "gu",
);
/** A capital in the middle of a word, where one of both letters is not English. */
const oddCapital = /(?:\p{Ll}(?![A-Z])\p{Lu})|(?:(?![a-z])\p{Ll}\p{Lu})/gu;
const symbolInWord = /\p{L}(?![\0-\x7f])[\p{S}\p{No}]\p{L}/gu;

/**
 * Whether a decoded text may be what somebody wrote. Bytes that are read in an encoding that is not theirs
 * give rare ideographs, symbols and capitals inside words, or words of several scripts. O(length).
 */
export function isPlausible(text: string): boolean {
  const count = (pattern: RegExp, of = text): number => of.match(pattern)?.length ?? 0;
  const share = (part: number, whole: number): number => part / Math.max(1, whole);
  const found = text.match(ideographs) ?? [];
  const others = count(foreign) - found.length;
  return (
    share(count(never), text.length) < 0.001 &&
    share(found.filter((one) => !commonIdeographs().has(one)).length, found.length) < 0.05 &&
    share(count(rareLetters), count(letters)) < 0.02 &&
    share(count(mixed), count(words)) < 0.02 &&
    share(count(oddCapital), others) < 0.05 &&
    share(count(symbolInWord), others) < 0.02
  );
}

let common: ReadonlySet<string> | undefined;

/** The first level of the national sets of characters: nearly all that is in use, a tenth of all there is. */
function commonIdeographs(): ReadonlySet<string> {
  common ??= new Set([
    ...charactersOf("gb18030", [0xa4, 0xa5], [0xb0, 0xd7]),
    ...charactersOf("big5", [0xa4, 0xc6]),
    ...charactersOf("euc-jp", [0xa4, 0xa5], [0xb0, 0xcf]),
    ...charactersOf("euc-kr", [0xb0, 0xc8]),
    "ー",
    "々",
  ]);
  return common;
}

/** The characters whose first byte is in one of some ranges. */
function* charactersOf(
  encoding: string,
  ...ranges: readonly (readonly [number, number])[]
): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const [from, to] of ranges) {
    for (let first = from; first <= to; first++) {
      for (let second = 0x40; second <= 0xfe; second++) {
        const text = decoder.decode(Uint8Array.of(first, second));
        if ([...text].length === 1) yield text;
      }
    }
  }
}
