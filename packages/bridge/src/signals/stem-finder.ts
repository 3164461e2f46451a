import type { Tokenizer } from "@psi/core";
import type { StemsOfText } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";

/** Cuts texts into the numbers of the stems that passages have. */
export function stemFinder(
  { stems }: SentenceStems,
  tokenizer: Tokenizer,
): (text: string) => StemsOfText {
  let numbers: Map<string, number> | undefined;
  return (text) => {
    // Made by the first question: opening an index must not wait for it.
    numbers ??= new Map(stems.map((stem, number) => [stem, number]));
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
