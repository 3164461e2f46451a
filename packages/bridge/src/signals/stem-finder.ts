import { nearWordFinder, type Tokenizer } from "@psi/core";
import type { SentenceStems } from "./sentence-stems.js";

/** The different stems of a text: the numbers of those that passages have, and how many others. */
export interface StemsOfText {
  readonly known: readonly number[];
  readonly unknown: number;
}

/** Cuts texts into the numbers of the stems that passages have. */
export interface StemFinder {
  find(text: string): StemsOfText;
  /** The same of a question: a stem that no passage has stands for those that one typing error makes of it. */
  findMistyped(text: string): StemsOfText;
  /** Whether no passage has a word, so that it may be mistyped. */
  isMistyped(word: string): boolean;
  /** The stems of words that only build sentences, and of question words: they ask nothing by themselves. */
  readonly functionWords: ReadonlySet<number>;
}

const FUNCTION_WORDS =
  "the a an of in on at for to by from with and or is was were are be as it its which whom what when where how why did do does has have had who that this";

/** The finder of an index, kept as long as it is. */
const finders = new WeakMap<SentenceStems, StemFinder>();

/** The finder of stems that were cut by a tokenizer. Made by the first question: opening must not wait for it. */
export function stemFinder(data: SentenceStems, tokenizer: Tokenizer): StemFinder {
  const known = finders.get(data);
  if (known !== undefined) return known;
  const numbers = new Map(data.stems.map((stem, number) => [stem, number]));
  const near = nearWordFinder(data.stems);
  const ignored = new Set(tokenizer.tokenize(FUNCTION_WORDS));
  const find = (text: string, nearTo: (stem: string) => readonly string[]): StemsOfText => {
    const found = new Set<number>();
    let unknown = 0;
    for (const stem of new Set(tokenizer.tokenize(text))) {
      const number = numbers.get(stem);
      const others = number === undefined && !ignored.has(stem) ? nearTo(stem) : [];
      for (const other of others) found.add(numbers.get(other) as number);
      if (number !== undefined) found.add(number);
      else if (others.length === 0) unknown++;
    }
    return { known: [...found], unknown };
  };
  const finder: StemFinder = {
    find: (text) => find(text, () => []),
    findMistyped: (text) => find(text, near),
    isMistyped: (word) =>
      tokenizer.tokenize(word).every((stem) => !numbers.has(stem) && !ignored.has(stem)),
    functionWords: new Set(find(FUNCTION_WORDS, () => []).known),
  };
  finders.set(data, finder);
  return finder;
}
