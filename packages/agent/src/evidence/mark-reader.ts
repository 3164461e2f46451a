import type { Evidence, Tokenizer } from "@psi/core";
import type { CitationMark } from "@psi/core/model-text";
import type { SentenceFinder } from "./closest-sentence.js";
import { markHolderFinder } from "./mark-holders.js";

/** From here an unknown number is rather a year, or what else is written in brackets, than a passage's. */
const RATHER_TEXT = 1000;

/** Words more that a passage shares with a statement than the cited ones, to be meant in their place. */
const CLEARLY_MORE = 2;

/** Decides which passages a mark cites, and keeps what is to be said of those that it does not take as written. */
export interface MarkReader {
  /** Undefined where the mark is text. */
  passages(
    mark: CitationMark,
    text: string,
    statement: ReadonlySet<string>,
  ): readonly Evidence[] | undefined;
  notes(): readonly string[];
}

export function markReader(
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
  finder: SentenceFinder,
): MarkReader {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  const holdersOf = markHolderFinder(evidence, tokenizer);
  const unknown = new Set<number>();
  const unread = new Set<string>();
  const others = new Set<string>();
  return {
    passages(mark, text, statement) {
      const written = text.slice(mark.start, mark.end).trim();
      const known = mark.numbers.flatMap((number) => byNumber.get(number) ?? []);
      if (known.length === 0 && isRatherText(mark)) {
        if (mark.form === "worded" || mark.form === "unread") unread.add(written);
        return undefined;
      }
      const sharedBy = (each: Evidence): number => finder.closest(statement, each).shared;
      for (const { passage, isSamePlace } of holdersOf(mark, text.slice(0, mark.start))) {
        const rivals = known.filter((each) => each !== passage);
        if (rivals.length === 0 && known.length > 0) continue;
        const [own, other] = [sharedBy(passage), Math.max(0, ...rivals.map(sharedBy))];
        if (own < other + (isSamePlace ? 0 : CLEARLY_MORE)) continue;
        const isCopied = isSamePlace && own > other;
        others.add(isCopied ? copiedNote(written, passage) : doubtNote(written, passage));
        if (isCopied) return [passage];
      }
      for (const number of mark.numbers) if (!byNumber.has(number)) unknown.add(number);
      return known;
    },
    notes: () => [...unknownNote(unknown), ...unreadNote(unread), ...others],
  };
}

/** Of a mark without a passage: whether it stays in the text. */
function isRatherText({ numbers, form }: CitationMark): boolean {
  if (form === "numbers" || form === "range") return numbers.every((each) => each >= RATHER_TEXT);
  return true;
}

/** What to say of numbers that an answer cites and no passage has. */
export function unknownNote(unknown: ReadonlySet<number>): readonly string[] {
  if (unknown.size === 0) return [];
  const list = [...unknown]
    .slice(0, 5)
    .map((number) => `[${number}]`)
    .join(" ");
  const more = unknown.size > 5 ? ` and ${unknown.size - 5} more` : "";
  return [`The answer cites ${list}${more}, which no passage has; dropped.`];
}

function unreadNote(unread: ReadonlySet<string>): readonly string[] {
  if (unread.size === 0) return [];
  const shown = [...unread].slice(0, 5).map((each) => JSON.stringify(each));
  const more = unread.size > 5 ? ` and ${unread.size - 5} more` : "";
  return [`Not understood as citations of passages: ${shown.join(", ")}${more}.`];
}

function copiedNote(written: string, { number }: Evidence): string {
  return `The answer repeats ${written}, a number in the text of passage [${number}]; that passage is cited instead.`;
}

function doubtNote(written: string, { number }: Evidence): string {
  return `${written} is also a number in the text of passage [${number}], and may be no citation.`;
}
