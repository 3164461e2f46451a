import { type FoundMarkup, softHyphen } from "../cut/markup.js";
import { tagMarkup } from "../formats/html-tags.js";
import { scanHtml } from "../formats/scan-html.js";
import type { MarkdownSyntax, MarkdownToken } from "./syntax.js";

/** Tokens of micromark and its extensions that are markup as they are. */
const blank: ReadonlySet<string> = new Set(
  `admonitionMarker attributeList autolinkMarker blockQuoteMarker callout codeFencedFenceSequence
  codeTextSequence commentLine definitionDestination definitionLabel definitionMarker definitionTitleMarker
  directiveLeafAttributes directiveLeafLabelMarker directiveLeafName directiveLeafSequence
  gfmFootnoteCall gfmFootnoteDefinitionLabel hardBreakEscape listItemMarker mdxFlowExpression mdxTextExpression mdxjsEsm
  setextHeadingLine tableCellDivider tableDelimiterRow taskListCheck templateTag thematicBreak`
    .split(/\s+/)
    .concat(["atxHeadingSequence"]),
);
/** Markup that does not part a word. */
const joining: ReadonlySet<string> = new Set(
  `emphasisSequence labelImageMarker labelMarker reference resourceDestination resourceMarker
  resourceTitleMarker strikethroughSequence strongSequence`.split(/\s+/),
);
const tags: ReadonlySet<string> = new Set(["htmlText", "mdxJsxFlowTag", "mdxJsxTextTag"]);

/** What of a token is markup, apart from the tokens inside it. */
export function markupOf(
  { type, start: from, end: to }: MarkdownToken,
  text: string,
  syntax: MarkdownSyntax,
): readonly FoundMarkup[] {
  const [start, end] = [from.offset, to.offset];
  const slice = (): string => text.slice(start, end);
  if (joining.has(type)) return [{ start, end, joins: true }];
  if (blank.has(type)) return titleKept(type, slice(), start);
  if (tags.has(type)) return tagMarkup(slice(), start);
  switch (type as string) {
    case "htmlFlow":
      return htmlMarkup(slice(), start);
    case "escapeMarker":
      return [{ start, end, replacement: softHyphen }];
    case "characterReference":
      return referenceMarkup(slice(), start, syntax);
    case "codeFencedFenceInfo":
      return without(/^[\p{L}\p{N}_+#.-]+/u, slice(), start);
    case "codeFencedFenceMeta":
      return without(/(?<=\btitle=")[^"]+|(?<=\btitle=')[^']+/u, slice(), start);
    case "wikiLink":
      return wikiLinkMarkup(slice(), start);
    case "containerLine":
      return containerMarkup(slice(), start);
    case "directiveText":
      return directiveMarkup(slice(), start);
    default:
      return [];
  }
}

/** An admonition's line is markup up to its title. */
function titleKept(type: string, text: string, start: number): readonly FoundMarkup[] {
  const title = type === "admonitionMarker" ? text.indexOf('"') : -1;
  return [{ start, end: start + (title < 0 ? text.length : title) }];
}

/** All but what a pattern finds. */
function without(kept: RegExp, text: string, start: number): readonly FoundMarkup[] {
  const found = kept.exec(text);
  if (found === null) return [{ start, end: start + text.length }];
  const end = found.index + found[0].length;
  return [
    { start, end: start + found.index },
    { start: start + end, end: start + text.length },
  ].filter((span) => span.end > span.start);
}

function htmlMarkup(html: string, start: number): readonly FoundMarkup[] {
  return scanHtml(html, "The HTML").map((found) => ({
    ...found,
    start: start + found.start,
    end: start + found.end,
  }));
}

function referenceMarkup(
  text: string,
  start: number,
  syntax: MarkdownSyntax,
): readonly FoundMarkup[] {
  const decoded = syntax.decode(text);
  const fits = decoded.length <= text.length && !/[\r\n]/.test(decoded);
  return [{ start, end: start + text.length, ...(fits && { replacement: decoded }) }];
}

/** `[[page|text]]` shows the text, `[[page]]` the page. */
function wikiLinkMarkup(text: string, start: number): readonly FoundMarkup[] {
  const open = text.indexOf("[[") + 2;
  const bar = text.indexOf("|");
  const isSize = /\|\s*\d+(?:x\d+)?\s*\]\]$/.test(text);
  const shown = bar >= 0 && !isSize ? bar + 1 : open;
  const end = isSize ? bar : text.length - 2;
  return [
    { start, end: start + shown, joins: true },
    { start: start + end, end: start + text.length, joins: true },
  ];
}

/** `::: note Title`, `:::note[Title]{.wide}` and `/// note | Title` are markup but for the title. */
function containerMarkup(text: string, start: number): readonly FoundMarkup[] {
  const name = /^(?::+|\/+)[ \t]*(?:[\w-]+(?=[\s[{|]|$)(?:[ \t]*\|)?)?/.exec(
    text,
  ) as RegExpExecArray;
  const found: FoundMarkup[] = [{ start, end: start + name[0].length }];
  for (const { index, 0: mark } of text.slice(name[0].length).matchAll(/\{[^{}]*\}|[[\]*`]/g)) {
    const at = start + name[0].length + index;
    found.push({ start: at, end: at + mark.length });
  }
  return found;
}

/** `:abbr[HTML]{title="…"}` shows its label; what has neither label nor attributes is text. */
function directiveMarkup(text: string, start: number): readonly FoundMarkup[] {
  const label = /\[[\s\S]*\]/.exec(text);
  if (label === null) return text.includes("{") ? [{ start, end: start + text.length }] : [];
  const [from, to] = [label.index + 1, label.index + label[0].length - 1];
  return [
    { start, end: start + from },
    { start: start + to, end: start + text.length },
  ];
}
