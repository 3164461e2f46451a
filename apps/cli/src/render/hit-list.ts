import type { Paint } from "../session.js";
import { columns, fit, pad, wrap } from "./columns.js";
import { reasonLine } from "./link-reason.js";
import { highlight, type Matcher } from "./matches.js";
import { type HitView, placeOf } from "./passage-view.js";
import { plainLines, plainText } from "./plain-text.js";
import { snippet } from "./snippet.js";

/** How passages are shown. */
export interface HitStyle {
  /** Columns to fill. */
  readonly width: number;
  readonly paint: Paint;
  readonly match: Matcher;
  /** The lines that match best, the whole text, or none of it. */
  readonly text: "snippet" | "full" | "none";
}

const indent = "   ";
const snippetLines = 3;
const narrowestTitle = 20;

/**
 * The lines that show found passages, best first:
 *
 *      1  Title                          all: tree 1, words 2, links 1   0.0325
 *         id · file:12-14
 *         link  "Name" from another-id: the sentence there that names it
 *         same text: ids of equal passages
 *         The sentences that match best, with the query's words marked.
 */
export function hitList(hits: readonly HitView[], style: HitStyle): readonly string[] {
  const apart = style.text !== "none";
  return hits.flatMap((hit, position) => [
    ...(apart && position > 0 ? [""] : []),
    ...hitLines(hit, style),
  ]);
}

function hitLines(hit: HitView, style: HitStyle): readonly string[] {
  const { width, paint } = style;
  const rank = String(hit.rank).padStart(2);
  const right = `${foundText(hit.foundBy)}  ${scoreText(hit.score)}`;
  // In a narrow window what stands on the right goes below.
  const room = width - columns(rank) - columns(right) - 3;
  const beside = room >= narrowestTitle;
  const title = fit(plainText(hit.title ?? hit.id), beside ? room : width - columns(rank) - 1);
  const place = placeOf(hit);
  const id = plainText(hit.id) + (place === undefined ? "" : ` · ${plainText(place)}`);
  const head = `${paint.dim(rank)} ${paint.bold(title)}`;
  return [
    ...(beside
      ? [`${head}${pad("", room - columns(title) + 2)}${paint.dim(right)}`]
      : [head, ...indented(right, style, paint.dim)]),
    ...indented(id, style, paint.cyan),
    ...(hit.reasons ?? []).map(
      (reason) => indent + paint.dim(reasonLine(reason, width - indent.length)),
    ),
    ...duplicateLines(hit, style),
    ...textLines(hit, style),
  ];
}

/** The ids of equal passages, on one line. */
function duplicateLines({ duplicates }: HitView, { width, paint }: HitStyle): readonly string[] {
  if (duplicates === undefined) return [];
  const named = `same text: ${duplicates.map(plainText).join(", ")}`;
  return [indent + paint.dim(fit(named, width - indent.length))];
}

/** Where a hit came from: one list or more, with its rank there. */
function foundText(foundBy: HitView["foundBy"]): string {
  const lists = Object.entries(foundBy).map(([name, rank]) => `${name} ${rank}`);
  const several = lists.length > 2 ? "all: " : lists.length > 1 ? "both: " : "";
  return several + lists.join(", ");
}

/** Four figures, whether the score is a cosine, a BM25 or a fused rank. */
function scoreText(score: number): string {
  return score.toPrecision(4).slice(0, 6);
}

function textLines(hit: HitView, style: HitStyle): readonly string[] {
  const room = style.width - indent.length;
  if (style.text === "none") return [];
  if (style.text === "full")
    return plainLines(hit.text)
      .split("\n")
      .flatMap((line) => marked(line, style));
  return marked(snippet(plainText(hit.text), style.match, room * snippetLines - 8), style);
}

/** A line of text wrapped, indented, and with the query's words marked. */
function marked(text: string, { width, paint, match }: HitStyle): readonly string[] {
  const spans = match(text);
  const style = (part: string): string => paint.bold(paint.yellow(part));
  return wrap(text, width - indent.length).map(
    (line) => indent + highlight(text, spans, style, line),
  );
}

function indented(
  text: string,
  { width }: HitStyle,
  paint: (text: string) => string,
): readonly string[] {
  return wrap(text, width - indent.length).map(
    ({ start, end }) => indent + paint(text.slice(start, end)),
  );
}
