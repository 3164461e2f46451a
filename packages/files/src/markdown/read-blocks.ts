import type { Block } from "../cut/block.js";
import type { FoundMarkup } from "../cut/markup.js";
import type { RootBlock } from "../formats/sections.js";
import type { MarkdownEvent, MarkdownSyntax, MarkdownToken } from "./syntax.js";
import { markupOf } from "./token-markup.js";

/** A block and the token that it is made from. */
export interface MarkdownBlock extends RootBlock {
  readonly type: string;
}

export interface MarkdownBlocks {
  readonly blocks: readonly MarkdownBlock[];
  readonly markup: readonly FoundMarkup[];
}

/** Tokens that contain blocks. */
const containers: ReadonlySet<string> = new Set(
  "admonition blockQuote gfmFootnoteDefinition listOrdered listUnordered".split(" "),
);
/** Tokens that are blocks, and how they are cut. */
const leaves: ReadonlyMap<string, Block["kind"]> = new Map([
  ["atxHeading", "heading"],
  ["setextHeading", "heading"],
  ["codeFenced", "lines"],
  ["codeIndented", "lines"],
  ["table", "lines"],
  ...[
    "commentLine containerLine definition directiveLeaf htmlFlow mdxFlowExpression mdxJsxFlowTag mdxjsEsm",
    "paragraph thematicBreak",
  ]
    .flatMap((types) => types.split(" "))
    .map((type): [string, Block["kind"]] => [type, "prose"]),
]);

/** A container that is not at its end. */
interface Open {
  readonly type: string;
  readonly start: number;
  readonly parts: MarkdownBlock[];
}

/** Blocks and markup of a text, from the tokens of micromark. O(events + length). */
export function readBlocks(
  events: readonly MarkdownEvent[],
  text: string,
  syntax: MarkdownSyntax,
): MarkdownBlocks {
  const markup: FoundMarkup[] = [];
  const root: Open = { type: "document", start: 0, parts: [] };
  const open: Open[] = [root];
  const top = (): Open => open.at(-1) as Open;
  const begin = (type: string, start: number): void => {
    open.push({ type, start: lineStart(text, start, top().start), parts: [] });
  };
  const finish = (end: number): void => {
    const { type, start, parts } = open.pop() as Open;
    const kind = parts.length === 0 ? "prose" : "group";
    top().parts.push({ type, kind, start, end, parts: startingAt(start, parts) });
  };
  for (const [step, token] of events) {
    const { type, start, end } = token;
    if (step === "exit") {
      if (!containers.has(type)) continue;
      if (top().type === "listItem") finish(end.offset);
      finish(end.offset);
      continue;
    }
    for (const found of markupOf(token, text, syntax)) markup.push(found);
    if (containers.has(type)) begin(type, start.offset);
    else if (type === "listItemPrefix") {
      if (top().type === "listItem") finish(start.offset);
      begin("listItem", start.offset);
    } else if (leaves.has(type)) {
      top().parts.push(leafBlock(token, text, top().start, top() === root));
    }
  }
  for (const found of blockIds(root.parts, text)) markup.push(found);
  return { blocks: root.parts, markup };
}

/** The first part of a group begins where the group does: list markers belong to it. */
function startingAt(start: number, [first, ...others]: readonly MarkdownBlock[]): readonly Block[] {
  return first === undefined ? [] : [{ ...first, start }, ...others];
}

function leafBlock(
  { type: token, start, end }: MarkdownToken,
  text: string,
  least: number,
  isRoot: boolean,
): MarkdownBlock {
  const type: string = token;
  const kind = leaves.get(type) as Block["kind"];
  const block = {
    type,
    kind: kind === "heading" && !isRoot ? "prose" : kind,
    start: lineStart(text, start.offset, least),
    end: end.offset,
  } as const;
  if (kind === "heading") {
    const heading = text.slice(start.offset, end.offset);
    return { ...block, level: type === "atxHeading" ? atxLevel(heading) : setextLevel(heading) };
  }
  if (type === "codeFenced") return { ...block, leadEnd: lineEnd(text, start.offset) };
  if (type === "table") return { ...block, leadEnd: lineEnd(text, lineEnd(text, start.offset)) };
  return block;
}

function atxLevel(heading: string): number {
  return /^#*/.exec(heading)?.[0].length ?? 1;
}

function setextLevel(heading: string): number {
  return heading.trimEnd().endsWith("=") ? 1 : 2;
}

/** Where the line of a place begins, but not before `least`. */
function lineStart(text: string, place: number, least: number): number {
  let start = place;
  while (start > least && !"\r\n".includes(text.charAt(start - 1))) start--;
  return start;
}

/** Where the line after that of a place begins. */
function lineEnd(text: string, place: number): number {
  const found = /\r\n|[\r\n]/g;
  found.lastIndex = place;
  return found.exec(text) === null ? text.length : found.lastIndex;
}

/** The longest name of a paragraph that is looked for. */
const longestId = 100;

/** Obsidian's names of paragraphs, "… ^name" at the end. */
function blockIds(blocks: readonly Block[], text: string): FoundMarkup[] {
  return blocks.flatMap(({ kind, parts, start, end }) => {
    if (parts !== undefined && parts.length > 0) return blockIds(parts, text);
    const from = Math.max(start, end - longestId);
    const id = kind === "lines" ? null : /[ \t]\^[\w-]+[ \t]*$/.exec(text.slice(from, end));
    return id === null ? [] : [{ start: from + id.index, end }];
  });
}
