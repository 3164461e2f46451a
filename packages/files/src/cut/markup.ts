import type { MarkupSpan } from "@psi/core";

/** A stretch of markup that was found, in any order. */
export interface FoundMarkup {
  readonly start: number;
  readonly end: number;
  /** What is indexed for it; blanks when left out. */
  readonly replacement?: string;
  /** Whether a word goes on over it: the marks of "un*believ*able". */
  readonly joins?: boolean;
}

/** Longer markup inside a word parts it. */
const longestJoin = 64;
/** Letters and digits of scripts that have words; ideographs are parted by emphasis rather than joined. */
const wordCharacter =
  /^(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{M}\p{N}]$/u;
/** A word goes on over it: it is passed over when a text is indexed. */
export const softHyphen = "\u00ad";

/**
 * Markup as a list of spans that do not overlap, in order. What lies inside another span is left out, what
 * reaches over its end is cut. Spans that touch become one, unless one has a replacement. Where a word goes
 * on over a span, soft hyphens keep it whole. O(spans log spans).
 */
export function markupSpans(found: readonly FoundMarkup[], text: string): readonly MarkupSpan[] {
  const merged: FoundMarkup[] = [];
  for (const each of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    const start = Math.max(each.start, last?.end ?? 0);
    if (start >= each.end) continue;
    const whole = start === each.start;
    const { replacement, joins = false } = each;
    const canMerge = replacement === undefined && last?.replacement === undefined;
    if (last?.end === start && canMerge) {
      merged[merged.length - 1] = { ...last, end: each.end, joins: joins && last.joins === true };
    } else {
      const kept = whole && replacement !== undefined ? { replacement } : {};
      merged.push({ start, end: each.end, joins, ...kept });
    }
  }
  return merged.map((span) => spanOf(span, text));
}

function spanOf({ start, end, replacement, joins }: FoundMarkup, text: string): MarkupSpan {
  if (replacement !== undefined) return [start, end, replacement];
  const inWord =
    joins === true &&
    end - start <= longestJoin &&
    wordCharacter.test(text.charAt(start - 1)) &&
    wordCharacter.test(text.charAt(end));
  return inWord ? [start, end, softHyphen.repeat(end - start)] : [start, end];
}

/** The markup within a stretch of a text, as spans of the text that begins there. O(log spans + found). */
export function markupWithin(
  markup: readonly MarkupSpan[],
  start: number,
  end: number,
): readonly MarkupSpan[] {
  const within: MarkupSpan[] = [];
  for (let i = firstAfter(markup, start); i < markup.length; i++) {
    const [from, to, replacement] = markup[i] as MarkupSpan;
    if (from >= end) break;
    const cut = from < start || to > end || replacement === undefined;
    const span = [Math.max(from, start) - start, Math.min(to, end) - start] as const;
    within.push(cut ? span : [...span, replacement]);
  }
  return within;
}

/** The first span that ends after a place. */
function firstAfter(markup: readonly MarkupSpan[], place: number): number {
  let [low, high] = [0, markup.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((markup[middle] as MarkupSpan)[1] > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
