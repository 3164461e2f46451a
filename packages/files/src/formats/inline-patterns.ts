import type { FoundMarkup } from "../cut/markup.js";

/** Inline markup of a format without a parser. */
export interface InlinePattern {
  /** With the flags "d" and "g"; what its group `shown` matches is not markup. */
  readonly pattern: RegExp;
  /** Whether a word goes on over it. */
  readonly joins?: boolean;
  /** Whether what is shown has no markup in it. */
  readonly verbatim?: boolean;
}

/**
 * What some patterns find in a text. Earlier patterns go first: later ones do not see what was found, but
 * they do see what is shown of it, unless
 * that is verbatim. O(patterns x length).
 *
 * @param start where the text begins in its document.
 */
export function inlineMarkup(
  text: string,
  start: number,
  patterns: readonly InlinePattern[],
): readonly FoundMarkup[] {
  const found: FoundMarkup[] = [];
  let rest = text;
  for (const { pattern, joins = false, verbatim = false } of patterns) {
    let left = "";
    let at = 0;
    for (const match of rest.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const shown = match.indices?.groups?.shown ?? [end, end];
      for (const [from, to] of [
        [match.index, shown[0]],
        [shown[1], end],
      ] as const) {
        if (to > from) found.push({ start: start + from, end: start + to, joins });
        left += verbatim ? "" : rest.slice(at, from) + " ".repeat(to - from);
        at = to;
      }
      if (verbatim) left += " ".repeat(end - match.index);
    }
    rest = left + rest.slice(at);
  }
  return found;
}
