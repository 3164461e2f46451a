/** A line of a text: where it begins, where its text ends, and where the next one begins. */
export interface TextLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** How many columns of white space are in front; a tab is eight. */
  readonly indent: number;
  readonly blank: boolean;
}

/** The lines of a text. O(length). */
export function textLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/\r\n|[\r\n]|$/g)) {
    const line = text.slice(start, index);
    const next = index + mark.length;
    if (next > start) {
      const space = /^[ \t]*/.exec(line)?.[0] ?? "";
      const indent = [...space].reduce((sum, one) => sum + (one === "\t" ? 8 - (sum % 8) : 1), 0);
      const blank = space.length === line.length;
      lines.push({ text: line, start, end: index, next, indent, blank });
    }
    start = next;
  }
  return lines;
}
