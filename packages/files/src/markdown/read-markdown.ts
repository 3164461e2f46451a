import type { Block } from "../cut/block.js";
import { type DocumentPart, markedText, shownText } from "../cut/document-part.js";
import type { OpenFile } from "../formats/file-reader.js";
import { sectionsOf } from "../formats/sections.js";
import { namesAbove } from "../title/document-title.js";
import { type TitlePath, titlePath } from "../title/title-path.js";
import type { MarkdownBlock } from "./read-blocks.js";
import { type MarkdownUnit, readUnit } from "./read-unit.js";
import { type MarkdownSyntax, markdownSyntax } from "./syntax.js";

/** How much is parsed at once, in UTF-16 units: memory is bounded by it. */
const unitLength = 65_536;
/** Longer first lines of a fence or table are not repeated. */
const longestLead = 4_096;

/**
 * Reads Markdown that comes in parts. A text longer than 65,536 UTF-16 units is parsed a stretch at a time,
 * each up to where a block begins: a fence or a table that is longer goes on in the next with its first lines
 * repeated. How the text is parted makes no difference.
 */
export async function* readMarkdown(
  file: Pick<OpenFile, "note" | "source" | "text">,
  { mdx }: { readonly mdx: boolean },
): AsyncGenerator<DocumentPart, void, undefined> {
  const document = documentReader(file, mdx, await markdownSyntax());
  let text = "";
  for await (const part of file.text()) {
    text += part;
    while (text.length > unitLength) {
      const { read, rest } = document.read(text.slice(0, unitLength), false);
      yield read;
      text = rest + text.slice(unitLength);
    }
  }
  if (text !== "") yield document.read(text, true).read;
}

interface DocumentReader {
  /**
   * @param last whether the text ends here; else its last block may go on, and is left over in `rest`, after
   * the lines that the next stretch repeats.
   */
  read(text: string, last: boolean): { readonly read: DocumentPart; readonly rest: string };
}

function documentReader(
  { note: report, source }: Pick<OpenFile, "note" | "source">,
  mdx: boolean,
  syntax: MarkdownSyntax,
): DocumentReader {
  let path: TitlePath | undefined;
  let repeated = 0;
  const noted = new Set<string>();
  const parse = (text: string): MarkdownUnit => {
    const unit = readUnit(text, syntax, { mdx, first: path === undefined });
    for (const note of [unit.note, ...(unit.front?.notes ?? [])]) {
      if (note === undefined || noted.has(note)) continue;
      noted.add(note);
      report(note);
    }
    return unit;
  };
  return {
    read(text, last) {
      const whole = parse(text);
      const cut = last ? { end: text.length, lead: "" } : cutOf(whole.blocks, text);
      const shorter = text.slice(0, cut.end);
      const isWhole = cut.end === text.length || cut.block;
      const unit = isWhole ? whole : parse(shorter);
      const blocks = continued(
        unit.blocks.filter(({ start }) => start < cut.end),
        repeated,
      );
      const marked = markedText(
        shorter,
        unit.markup.filter(({ start }) => start < cut.end),
      );
      const nameOf = (block: Block): string => shownText(marked, block);
      const headings = blocks.flatMap((block) =>
        block.level === undefined ? [] : [{ level: block.level, name: nameOf(block) }],
      );
      const { title, fields } = unit.front ?? {};
      const head = { headings, ...(title !== undefined && { title: inlineText(title, syntax) }) };
      const isFirst = path === undefined;
      path ??= titlePath(namesAbove(head, source));
      const sections = sectionsOf(blocks, path, nameOf);
      const read = {
        ...marked,
        repeated,
        sections,
        ...(isFirst && { metadata: fields ?? {} }),
      };
      repeated = cut.lead.length;
      return { read, rest: cut.lead + text.slice(cut.end) };
    },
  };
}

/** The first block goes on from the stretch before: what it repeats is no text of its own. */
function continued(blocks: readonly MarkdownBlock[], repeated: number): readonly MarkdownBlock[] {
  const [first, ...others] = blocks;
  if (repeated === 0 || first === undefined) return blocks;
  const goesOn = first.leadEnd === repeated ? { continued: true } : { start: repeated };
  return [{ ...first, ...goesOn }, ...others];
}

/** A title of front matter as a reader sees it: it may have emphasis, tags and character references. */
function inlineText(title: string, syntax: MarkdownSyntax): string {
  const heading = `# ${title}`;
  const { markup } = readUnit(heading, syntax, { mdx: false, first: false });
  return shownText(markedText(heading, markup), { start: 0, end: heading.length });
}

interface Cut {
  readonly end: number;
  /** The lines that the next stretch repeats. */
  readonly lead: string;
  /** Whether a block begins there. */
  readonly block?: boolean;
}

/** Up to where a stretch is read whose text goes on: to its last block, or in it when there is no other. */
function cutOf(blocks: readonly MarkdownBlock[], text: string): Cut {
  let last = blocks.length - 1;
  while (last > 0 && blocks[last - 1]?.kind === "heading") last--;
  const { start = 0, kind, leadEnd } = blocks[last] ?? {};
  if (last > 0 && start > 0) return { end: start, lead: "", block: true };
  const end = lastLineEnd(text);
  const repeats =
    kind === "lines" && leadEnd !== undefined && leadEnd < end && leadEnd - start <= longestLead;
  return { end, lead: repeats ? text.slice(start, leadEnd) : "" };
}

/** Where the last whole line of a text ends; in one endless line, its last word. */
function lastLineEnd(given: string): number {
  // What comes next may be the other half of a line break.
  const text = given.endsWith("\r") ? given.slice(0, -1) : given;
  const half = text.length >> 1;
  const lineBreak = [...text.slice(half).matchAll(/\r\n|[\r\n]/g)].at(-1);
  if (lineBreak !== undefined) return half + lineBreak.index + lineBreak[0].length;
  const space = text.slice(half).search(/\s\S*$/);
  if (space >= 0) return half + space + 1;
  const code = text.charCodeAt(text.length - 1);
  return code >= 0xd800 && code <= 0xdbff ? text.length - 1 : text.length;
}
