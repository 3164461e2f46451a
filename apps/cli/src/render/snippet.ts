import { type Span, sentences } from "@psi/core";
import { columns, fit } from "./columns.js";
import type { Matcher } from "./matches.js";

/**
 * The sentences of a text that say most about a query, in at most `width` columns: those that add most
 * different words of the query to what is shown already, then those that follow, as far as they fit. Gaps
 * are shown by ellipses. Takes text without line breaks.
 */
export function snippet(text: string, match: Matcher, width: number): string {
  if (columns(text) <= width) return text;
  const parts = sentences(text).map(({ start, end }) => text.slice(start, end));
  const words = parts.map((part) => matchedWords(part, match));
  const shown = new Set([mostNewWords(words, new Set()) ?? 0]);
  const fits = (next: number): boolean =>
    columns(joined(parts, new Set([...shown, next]))) <= width;
  if (columns(joined(parts, shown)) > width) {
    return aroundMatch(
      text,
      sentences(text)[[...shown][0] ?? 0] ?? { start: 0, end: text.length },
      match,
      width,
    );
  }
  const covered = (): Set<string> =>
    new Set([...shown].flatMap((part) => [...(words[part] ?? [])]));
  for (let next = mostNewWords(words, covered()); next !== undefined && fits(next); ) {
    shown.add(next);
    next = mostNewWords(words, covered());
  }
  for (let next = Math.min(...shown) + 1; next < parts.length; next++) {
    if (shown.has(next)) continue;
    if (!fits(next)) break;
    shown.add(next);
  }
  return joined(parts, shown);
}

function matchedWords(sentence: string, match: Matcher): ReadonlySet<string> {
  return new Set(match(sentence).map(({ start, end }) => sentence.slice(start, end).toLowerCase()));
}

/** The sentence with most words that are not shown yet; undefined when no sentence has any. */
function mostNewWords(
  words: readonly ReadonlySet<string>[],
  covered: ReadonlySet<string>,
): number | undefined {
  let best: number | undefined;
  let most = 0;
  words.forEach((found, position) => {
    const fresh = [...found].filter((word) => !covered.has(word)).length;
    if (fresh > most) {
      best = position;
      most = fresh;
    }
  });
  return best;
}

/** Some sentences in their order, with an ellipsis for each gap. */
function joined(parts: readonly string[], shown: ReadonlySet<number>): string {
  let text = "";
  parts.forEach((part, position) => {
    if (shown.has(position)) text += part;
    else if (position === 0 || shown.has(position - 1)) text = `${text.trimEnd()} … `;
  });
  return text.trim();
}

/** A sentence longer than the snippet is cut, beginning a little before its first match. */
function aroundMatch(text: string, sentence: Span, match: Matcher, width: number): string {
  const first = match(text.slice(sentence.start, sentence.end))[0]?.start ?? 0;
  const lead = Math.floor(width / 4);
  let start = sentence.start;
  if (first > lead) {
    // On to the next word, so that none is cut; scripts without spaces are cut anywhere.
    const space = text.indexOf(" ", sentence.start + first - lead);
    const end = sentence.start + first;
    start = space >= 0 && space < end ? space + 1 : end;
  }
  const rest = text.slice(start).trimStart();
  return fit(start > 0 ? `…${rest}` : rest, width);
}
