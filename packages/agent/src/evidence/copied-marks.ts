import { type Evidence, indexedText, type Tokenizer } from "@psi/core";
import { type CitationMark, citationMarks } from "@psi/core/model-text";

/** Characters before a mark that hold the word before it. */
const BEFORE = 60;

/** Finds out which passages have a mark of an answer themselves, after the same word. */
export type CopiedMarks = (mark: CitationMark, before: string) => readonly Evidence[];

/**
 * The passages that hold a mark as an answer has it: "1931 [3]" in both. Models are shown such numbers set
 * apart, and may write them as they stood all the same. O(characters of all passages), once, when first asked.
 */
export function copiedMarks(evidence: readonly Evidence[], tokenizer: Tokenizer): CopiedMarks {
  let holders: ReadonlyMap<string, readonly Evidence[]> | undefined;
  const keyOf = ({ numbers }: CitationMark, before: string): string =>
    `${tokenizer.tokenize(before.slice(-BEFORE)).at(-1)} ${numbers.join()}`;
  return (mark, before) => {
    holders ??= holdersOf(evidence, keyOf);
    return holders.get(keyOf(mark, before)) ?? [];
  };
}

function holdersOf(
  evidence: readonly Evidence[],
  keyOf: (mark: CitationMark, before: string) => string,
): ReadonlyMap<string, readonly Evidence[]> {
  const holders = new Map<string, Evidence[]>();
  for (const each of evidence) {
    const { text: pageContent, metadata } = each.found.node;
    const text = indexedText({ pageContent, metadata });
    const marks = citationMarks(text).filter(({ numbers }) => numbers.length > 0);
    for (const key of new Set(marks.map((mark) => keyOf(mark, text.slice(0, mark.start)))))
      holders.set(key, [...(holders.get(key) ?? []), each]);
  }
  return holders;
}
