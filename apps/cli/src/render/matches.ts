import type { Span, Tokenizer } from "@psi/core";

/** Finds the stretches of a text that hold words of a query. */
export type Matcher = (text: string) => readonly Span[];

const words = /[\p{L}\p{M}\p{N}]+/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * A matcher that agrees with the search: two words are the same when the tokenizer says so, stems and
 * stop words included. O(length of the text).
 */
export function matcher(query: string, tokenizer: Tokenizer): Matcher {
  const wanted = new Set(tokenizer.tokenize(query));
  return (text) =>
    [...text.matchAll(words)].flatMap(({ 0: word, index }) =>
      unspaced.test(word)
        ? shifted(pairMatches(word, wanted), index)
        : tokenizer.tokenize(word).some((token) => wanted.has(token))
          ? [{ start: index, end: index + word.length }]
          : [],
    );
}

/**
 * In scripts without spaces a token is a pair of neighbours, or a character that stands alone; matches that
 * touch become one.
 */
function pairMatches(run: string, wanted: ReadonlySet<string>): readonly Span[] {
  const spans: Span[] = [];
  const characters = [...run];
  let start = 0;
  characters.forEach((character, position) => {
    const pair = character + (characters[position + 1] ?? "");
    const found = [pair, character].find((token) => wanted.has(token));
    if (found !== undefined) {
      const end = start + found.length;
      const last = spans.at(-1);
      if (last !== undefined && last.end >= start) spans[spans.length - 1] = { ...last, end };
      else spans.push({ start, end });
    }
    start += character.length;
  });
  return spans;
}

function shifted(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** The part of a text from `line.start` to `line.end` with its matches styled. Spans ascend. */
export function highlight(
  text: string,
  spans: readonly Span[],
  style: (text: string) => string,
  line: Span = { start: 0, end: text.length },
): string {
  let painted = "";
  let position = line.start;
  for (const span of spans) {
    const start = Math.max(span.start, position);
    const end = Math.min(span.end, line.end);
    if (start >= end) continue;
    painted += text.slice(position, start) + style(text.slice(start, end));
    position = end;
  }
  return painted + text.slice(position, line.end);
}
