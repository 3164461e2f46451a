import { marksNestDeeper, nestsDeeper } from "../read/nesting.js";
import { closeContainers } from "./containers.js";
import {
  type FrontMatter,
  jsonFrontMatter,
  tomlFrontMatter,
  yamlFrontMatter,
} from "./front-matter.js";
import { type MarkdownBlocks, readBlocks } from "./read-blocks.js";
import type { MarkdownEvent, MarkdownSyntax } from "./syntax.js";

/** A stretch of Markdown that was parsed at once. */
export interface MarkdownUnit extends MarkdownBlocks {
  readonly front?: FrontMatter;
  /** Why it was not read as what it should be. */
  readonly note?: string;
}

export interface UnitOptions {
  readonly mdx: boolean;
  /** Whether front matter may be at the beginning. */
  readonly first: boolean;
}

/** Deeper lists and quotes than any reader follows. */
const deepest = 50;
const deepestMdx = 200;
/** In a paragraph with more marks than this, micromark takes time that grows with their square. */
const mostMarks = 8_000;

/**
 * Parses a stretch of Markdown. The time is bounded: what is nested too deep, or has too many marks in one
 * paragraph, is taken for text without markup, with a note.
 */
export function readUnit(
  text: string,
  syntax: MarkdownSyntax,
  { mdx, first }: UnitOptions,
): MarkdownUnit {
  if (marksNestDeeper(text, deepest)) return asText(text, "has lists or quotes nested too deep");
  if (marksInParagraph(text) > mostMarks) return asText(text, "has too many marks in a paragraph");
  const json = first ? jsonHead(text) : undefined;
  const shown = json === undefined ? text : blank(text, json.end);
  const { events, note } = parse(shown, syntax, { mdx, first });
  if (events === undefined) return asText(text, note);
  const front = json?.front ?? frontMatterIn(events, shown);
  const isNone = front === undefined && isFrontMatter(events);
  const body = isNone ? parse(shown, syntax, { mdx, first: false }).events : events;
  if (body === undefined) return asText(text, note);
  const found = closeContainers(readBlocks(body, shown, syntax), shown);
  return { ...found, ...(front && { front }), ...(note !== undefined && { note }) };
}

interface Parsed {
  readonly events?: readonly MarkdownEvent[];
  readonly note?: string;
}

/** MDX that is not valid is read as Markdown. */
function parse(text: string, syntax: MarkdownSyntax, { mdx, first }: UnitOptions): Parsed {
  const asMarkdown = (why: string): Parsed => {
    const { events } = parse(text, syntax, { mdx: false, first });
    const note = `${why} and was read as Markdown`;
    return events === undefined ? { note } : { events, note };
  };
  if (mdx && nestsDeeper(text, deepestMdx)) return asMarkdown("is nested too deep for MDX");
  try {
    return { events: syntax.parse(text, { mdx, frontMatter: first }) };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (mdx) return asMarkdown(`is not valid MDX (${message})`);
    return { note: `could not be parsed (${message})` };
  }
}

function isFrontMatter([first]: readonly MarkdownEvent[]): boolean {
  const type: string | undefined = first?.[1].type;
  return type === "yaml" || type === "toml";
}

function frontMatterIn(events: readonly MarkdownEvent[], text: string): FrontMatter | undefined {
  if (!isFrontMatter(events)) return undefined;
  const [, { type, start, end }] = events[0] as MarkdownEvent;
  const lines = text.slice(start.offset, end.offset).split(/\r\n|[\r\n]/);
  const value = lines.slice(1, -1).join("\n");
  return (type as string) === "yaml" ? yamlFrontMatter(value) : tomlFrontMatter(value);
}

/** Front matter in JSON, as Hugo takes it: an object whose braces have lines of their own. */
function jsonHead(text: string): { readonly front: FrontMatter; readonly end: number } | undefined {
  const found = /^\{[ \t]*(?:\r\n|[\r\n])[\s\S]*?(?:\r\n|[\r\n])\}[ \t]*(?=[\r\n]|$)/.exec(text);
  const front = found === null ? undefined : jsonFrontMatter(found[0]);
  return front === undefined || found === null ? undefined : { front, end: found[0].length };
}

function blank(text: string, end: number): string {
  return text.slice(0, end).replace(/[^\r\n]/g, " ") + text.slice(end);
}

/** The most marks of emphasis, links, code and HTML between two blank lines, outside of fences. */
function marksInParagraph(text: string): number {
  let [most, marks] = [0, 0];
  let fence: string | undefined;
  for (const [line] of text.matchAll(/[^\r\n]+|(?:\r\n|[\r\n])[ \t]*(?:\r\n|[\r\n])/g)) {
    const opening = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (opening?.startsWith(fence)) fence = undefined;
      continue;
    }
    fence = opening;
    if (/^[\r\n]/.test(line)) marks = 0;
    else marks += line.match(/[*_`~<[\]!&${\\]/g)?.length ?? 0;
    most = Math.max(most, marks);
  }
  return most;
}

/** Text without markup: its paragraphs. */
function asText(text: string, note = "could not be parsed"): MarkdownUnit {
  const blocks = [{ type: "text", kind: "prose", start: 0, end: text.length }] as const;
  return { blocks, markup: [], note: `${note}; it was read as plain text` };
}
