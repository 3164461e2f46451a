import {
  foundBy,
  type LinkReason,
  type PlaceInSource,
  placeInSource,
  type ScoredNode,
  type Span,
  type TreeNode,
  titleOf,
} from "@psi/core";

/** A passage as the commands show it. Raw text: what prints it makes it safe. */
export interface PassageView {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  /** The file it came from. */
  readonly source?: string;
  /** Where it is in that file: UTF-16 units, from the start. */
  readonly span?: Span;
  /** The first and the last of its lines in that file, from 1. */
  readonly lines?: PlaceInSource["sourceLines"];
}

/** A passage that a search found. */
export interface HitView extends PassageView {
  readonly rank: number;
  readonly score: number;
  /** "tree", "words" and "links", as far as it stood in them, with the rank in that list. */
  readonly foundBy: Readonly<Record<string, number>>;
  /** Over which links it was found, where it was. */
  readonly reasons?: readonly LinkReason[];
  /** Other passages of the same text, by id, where there are some. */
  readonly duplicates?: readonly string[];
}

/** What there is to show of a node of the lowest layer. */
export function passageView({ id, text, metadata }: TreeNode): PassageView {
  const title = titleOf({ metadata });
  const whole = { start: 0, end: text.length };
  const place = placeInSource({ pageContent: text, metadata }, whole);
  const { source, sourceSpan: span, sourceLines: lines } = place;
  return {
    id,
    ...(title !== undefined && { title }),
    text,
    ...(source !== undefined && { source }),
    ...(span !== undefined && { span }),
    ...(lines !== undefined && { lines }),
  };
}

/** What there is to show of a search's result; ranks count from 1. */
export function hitViews(found: readonly ScoredNode[]): readonly HitView[] {
  return found.map((each, position) => ({
    rank: position + 1,
    score: each.score,
    foundBy: ranksOf(each),
    ...passageView(each.node),
    ...(each.reasons && { reasons: each.reasons }),
    ...(each.duplicates && { duplicates: each.duplicates }),
  }));
}

const listOrder = ["tree", "words", "links"];

/** The name of a retriever's list, as users know it. */
export function listName(retriever: string): string {
  return { sparse: "words", bridge: "links" }[retriever] ?? retriever;
}

/** The lists that a passage stood in, as users know them, and its rank in each. */
export function ranksOf(found: Pick<ScoredNode, "signals">): HitView["foundBy"] {
  const ranks = foundBy(found).map((name): [string, number] => [
    listName(name),
    found.signals?.[`${name}.rank`] ?? 0,
  ]);
  const place = (list: string): number => listOrder.indexOf(list);
  return Object.fromEntries(ranks.sort(([a], [b]) => place(a) - place(b)));
}

/** The file and lines that a passage was taken from, such as "notes.md:12-14". */
export function placeOf({
  source,
  lines,
}: Pick<PassageView, "source" | "lines">): string | undefined {
  if (source === undefined) return undefined;
  return lines === undefined ? source : `${source}:${lineRange(lines)}`;
}

/** "12-14", or "12" for one line. */
export function lineRange({ first, last }: NonNullable<PassageView["lines"]>): string {
  return first === last ? `${first}` : `${first}-${last}`;
}
