import type { Line } from "../read/line-splitter.js";

/** What some lines of a Markdown text are; all texts joined are the lines. */
export type MarkdownEvent =
  | {
      readonly type: "heading";
      readonly level: number;
      readonly name: string;
      readonly text: string;
    }
  | { readonly type: "content"; readonly text: string };

/** Tells headings from the rest, line by line. */
export interface MarkdownReader {
  take(line: Line): readonly MarkdownEvent[];
  end(): readonly MarkdownEvent[];
}

const atxMarks = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const closingMarks = /(?:^|[ \t])#+$/;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/;
/** Lines that no underline makes a heading: lists, quotes, tables, HTML, indented code. */
const notUnderlined = /^(?: {4}|\t| {0,3}(?:[-*+>|<=]|\d{1,9}[.)](?:[ \t]|$)))/;

/** Headings are `# like this`, or one line alone with a line of = or - below it; none in fenced code. */
export function markdownReader(): MarkdownReader {
  /** The marks that opened the fenced code we are in. */
  let opened: string | undefined;
  /** A line that an underline would make a heading. */
  let candidate: string | undefined;
  let afterBlank = true;

  const settled = (): MarkdownEvent[] => {
    const text = candidate;
    candidate = undefined;
    return text === undefined ? [] : [{ type: "content", text }];
  };
  const plain = (text: string, bare: string): readonly MarkdownEvent[] => {
    const blank = bare.trim() === "";
    const events = settled();
    if (afterBlank && !blank && !notUnderlined.test(bare)) candidate = text;
    else events.push({ type: "content", text });
    afterBlank = blank;
    return events;
  };
  const underlined = (bare: string, text: string): MarkdownEvent | undefined => {
    const found = candidate === undefined ? null : underline.exec(bare);
    if (found === null || candidate === undefined) return undefined;
    const [name, level] = [candidate.trim(), found[1] === undefined ? 2 : 1];
    const event: MarkdownEvent = { type: "heading", level, name, text: candidate + text };
    candidate = undefined;
    return event;
  };

  return {
    take({ text, whole }) {
      const bare = withoutBreak(text);
      const marks = whole ? fence.exec(bare) : null;
      if (!whole || opened !== undefined || marks !== null) {
        if (opened === undefined) opened = marks?.[1];
        else if (marks?.[1]?.startsWith(opened) && marks[2]?.trim() === "") opened = undefined;
        afterBlank = false;
        return [...settled(), { type: "content", text }];
      }
      const heading = atxHeading(bare, text) ?? underlined(bare, text);
      if (heading === undefined) return plain(text, bare);
      afterBlank = true;
      return [...settled(), heading];
    },
    end: settled,
  };
}

function atxHeading(bare: string, text: string): MarkdownEvent | undefined {
  const marks = atxMarks.exec(bare);
  if (marks === null) return undefined;
  const name = bare.slice(marks[0].length).trim().replace(closingMarks, "");
  return { type: "heading", level: (marks[1] as string).length, name, text };
}

function withoutBreak(line: string): string {
  if (line.endsWith("\r\n")) return line.slice(0, -2);
  return line.endsWith("\n") || line.endsWith("\r") ? line.slice(0, -1) : line;
}
