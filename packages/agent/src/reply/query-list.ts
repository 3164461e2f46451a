import { replyText } from "@psi/core";
import { plainLine } from "./plain-line.js";

/** The most queries that one reply may ask for: each is a search, and more than a few are a loop. */
const MOST_QUERIES = 8;
/** The most characters of a query: what is longer is a text that went astray. */
const MOST_CHARACTERS = 2_000;
/** Queries that are compared with one another: more are a loop. */
const MOST_COMPARED = 256;

const item = /^\s*(?:[-•·*+]\s+|\(?\d{1,2}[.)]\s+|\d{1,2}、\s*|[①-⑩]\s*)/;
/** Only where such a run begins, since a run may be as long as the reply. */
const separators = /(?<![\s,;，；])[\s,;，；]+$/;
const quoted = /["“”「『《«]([^"“”「」『』《》«»]{1,2000})["“”」』》»]/g;
const betweenQuoted = /^(?:[\s,;，；、.]|and|or|和|以及|与)*$/i;
const nothing =
  /^(?:none|n\/a|nothing|not? (?:further |more |additional )?(?:needed|necessary|required|query|queries|retrieval|search)(?: (?:is |are )?(?:needed|necessary|required))?|无|无需.{0,6}|不需要.{0,6}|没有|[-–—.…]+|<[^<>]{0,80}>)$/i;

/** Queries, and what was left out. */
export interface QueryList {
  readonly queries: readonly string[];
  readonly notes: readonly string[];
}

/** The queries that are written in the lines behind a verb; the first is the rest of the verb's own line. */
export function queriesInLines(lines: readonly string[]): string[] {
  const [first = "", ...following] = lines;
  const listed = following.filter((line) => item.test(line));
  if (plainLine(first) !== "") return [first, ...listed].flatMap(queriesInLine);
  const start = following.findIndex((line) => plainLine(line) !== "");
  if (start === -1) return [];
  if (item.test(following[start] as string)) return listed.flatMap(queriesInLine);
  const blank = following.findIndex((line, place) => place > start && line.trim() === "");
  const paragraph = following.slice(start, blank === -1 ? undefined : blank);
  const more = blank === -1 ? [] : following.slice(blank).filter((line) => item.test(line));
  return [...paragraph, ...more].flatMap(queriesInLine);
}

/** Several queries in one line: in quotes, numbered, or with semicolons between them. */
export function queriesInLine(line: string): string[] {
  const text = plainLine(line.replace(item, ""));
  const inQuotes = [...text.matchAll(quoted)].map(([, query]) => query as string);
  if (inQuotes.length > 0 && betweenQuoted.test(text.replace(quoted, ""))) return inQuotes;
  if (/^\(?1[.)]\s/.test(line.trim()) && /\s\(?2[.)]\s/.test(text)) {
    return text.split(/\s\(?\d{1,2}[.)]\s/);
  }
  return text.split(/[;；]/);
}

/** Cleans queries; drops blank and repeated ones, and those over the most, which it tells. */
export function queryList(written: readonly string[]): QueryList {
  const queries = new Map<string, string>();
  const notes: string[] = [];
  let over = Math.max(0, written.length - MOST_COMPARED);
  for (const each of written.slice(0, MOST_COMPARED)) {
    const query = plainLine(shortened(replyText(each), notes).replace(item, "")).replace(
      separators,
      "",
    );
    const key = query.toLowerCase();
    if (query === "" || nothing.test(query.slice(0, 100)) || queries.has(key)) continue;
    if (queries.size === MOST_QUERIES) over++;
    else queries.set(key, query);
  }
  if (over > 0) notes.push(`${over} queries over the most of ${MOST_QUERIES} were left out.`);
  return { queries: [...queries.values()], notes };
}

function shortened(written: string, notes: string[]): string {
  const query = written.trim();
  if (query.length <= MOST_CHARACTERS) return query;
  notes.push(`A query of ${query.length} characters was cut to ${MOST_CHARACTERS}.`);
  return query.slice(0, MOST_CHARACTERS).replace(/\p{Surrogate}$/u, "");
}
