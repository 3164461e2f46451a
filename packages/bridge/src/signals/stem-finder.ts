import type { Tokenizer } from "@psi/core";
import type { StemsOfText } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";

/** The numbers of the stems of an index, kept as long as it is. */
const numbersOf = new WeakMap<SentenceStems, ReadonlyMap<string, number>>();

/** Cuts texts into the numbers of the stems that passages have. */
export function stemFinder(
  data: SentenceStems,
  tokenizer: Tokenizer,
): (text: string) => StemsOfText {
  return (text) => {
    // Made by the first question: opening an index must not wait for it.
    const numbers =
      numbersOf.get(data) ?? new Map(data.stems.map((stem, number) => [stem, number]));
    numbersOf.set(data, numbers);
    const known: number[] = [];
    let unknown = 0;
    for (const stem of new Set(tokenizer.tokenize(text))) {
      const number = numbers.get(stem);
      if (number === undefined) unknown++;
      else known.push(number);
    }
    return { known, unknown };
  };
}
