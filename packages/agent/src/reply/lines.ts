/** A line, without its break, and where it starts in the text. */
export interface Line {
  readonly text: string;
  readonly start: number;
}

/** The lines of a text, whatever they end with. O(length). */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const end of text.matchAll(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g)) {
    lines.push({ text: text.slice(start, end.index), start });
    start = end.index + end[0].length;
  }
  lines.push({ text: text.slice(start), start });
  return lines;
}
