import { type Evidence, indexedText, type Tokenizer } from "@psi/core";
import { type CitationMark, citationMarks } from "@psi/core/model-text";

/** A passage that holds a mark of an answer in its own text. */
export interface MarkHolder {
  readonly passage: Evidence;
  /** Whether the mark is after the same word there: "1931 [3]" in both. */
  readonly isSamePlace: boolean;
}

/** Finds the passages that hold a mark themselves. */
export type MarkHolderFinder = (mark: CitationMark, before: string) => readonly MarkHolder[];

/** Characters before a mark that hold the word before it. */
const BEFORE = 60;

/**
 * A finder for the marks of one answer. Models are shown such numbers set apart, and may write them as they stood
 * all the same. O(characters of all passages), once, when first asked.
 */
export function markHolderFinder(
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
): MarkHolderFinder {
  let holders: ReadonlyMap<string, ReadonlyMap<Evidence, ReadonlySet<string>>> | undefined;
  const wordBefore = (before: string): string =>
    tokenizer.tokenize(before.slice(-BEFORE)).at(-1) ?? "";
  return (mark, before) => {
    holders ??= holdersOf(evidence, wordBefore);
    const word = wordBefore(before);
    return [...(holders.get(keyOf(mark)) ?? [])].map(([passage, words]) => ({
      passage,
      isSamePlace: words.has(word),
    }));
  };
}

/** By the numbers of a mark: the passages that hold it, with the words before it there. */
function holdersOf(
  evidence: readonly Evidence[],
  wordBefore: (before: string) => string,
): ReadonlyMap<string, ReadonlyMap<Evidence, ReadonlySet<string>>> {
  const holders = new Map<string, Map<Evidence, Set<string>>>();
  for (const each of evidence) {
    const { text: pageContent, metadata } = each.found.node;
    const text = indexedText({ pageContent, metadata });
    for (const mark of citationMarks(text)) {
      if (mark.numbers.length === 0) continue;
      const passages = holders.get(keyOf(mark)) ?? new Map<Evidence, Set<string>>();
      const words = passages.get(each) ?? new Set<string>();
      holders.set(
        keyOf(mark),
        passages.set(each, words.add(wordBefore(text.slice(0, mark.start)))),
      );
    }
  }
  return holders;
}

function keyOf({ numbers }: CitationMark): string {
  return numbers.join();
}
