import {
  foundBy,
  type LinkReason,
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
  /** Where it stands in that file: UTF-16 units, from the start. */
  readonly span?: Span;
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
  const { source } = metadata;
  const span = spanOf(text, metadata);
  return {
    id,
    ...(title !== undefined && { title }),
    text,
    ...(typeof source === "string" && { source }),
    ...(span !== undefined && { span }),
  };
}

/**
 * Where a text stands in its file. Other numbers of those names are not taken for it: a line of JSON has a
 * place too, but is longer than its text.
 */
function spanOf(text: string, { start, end }: TreeNode["metadata"]): Span | undefined {
  if (typeof start !== "number" || typeof end !== "number") return undefined;
  return end - start === text.length ? { start, end } : undefined;
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

/** The file and characters that a passage was taken from, such as "notes.md:120-480". */
export function placeOf({
  source,
  span,
}: Pick<PassageView, "source" | "span">): string | undefined {
  if (source === undefined) return undefined;
  return span === undefined ? source : `${source}:${span.start}-${span.end}`;
}
