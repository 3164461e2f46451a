import type { FoundMarkup } from "../cut/markup.js";

/** Elements that do not part a word. */
export const inlineElements: ReadonlySet<string> = new Set(
  "a abbr b big bdi bdo em font i ins mark s small span strike strong sub sup u wbr".split(" "),
);

const alternative = /\salt\s*=\s*(?:"([^"]+)"|'([^']+)')/i;

/** Where in a tag the text alternative of a picture is. */
export function alternativeText(
  tag: string,
): { readonly start: number; readonly end: number } | undefined {
  const found = alternative.exec(tag);
  if (found === null) return undefined;
  const end = found.index + found[0].length - 1;
  return { start: end - (found[1] ?? found[2] ?? "").length, end };
}

/** What of a tag of HTML or JSX is markup: all but a text alternative. */
export function tagMarkup(tag: string, start: number): readonly FoundMarkup[] {
  const name = /^<\/?([\w-]+)/.exec(tag)?.[1] ?? "";
  const text = alternativeText(tag);
  const end = start + tag.length;
  if (text === undefined) return [{ start, end, joins: inlineElements.has(name.toLowerCase()) }];
  return [
    { start, end: start + text.start },
    { start: start + text.end, end },
  ];
}
