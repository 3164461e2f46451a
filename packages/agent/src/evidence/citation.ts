import { type Citation, type Evidence, placeInSource, type Span } from "@psi/core";

/** A citation of some characters of a passage, and of the same in its file, where that is known. */
export function citation({ number, found }: Evidence, span: Span): Citation {
  const { id: passageId, text: pageContent, metadata } = found.node;
  const { start, end } = span;
  return { number, passageId, start, end, ...placeInSource({ pageContent, metadata }, span) };
}

/** Each citation once, in the order in which they come first. */
export function distinct(citations: readonly Citation[]): readonly Citation[] {
  const known = new Map<string, Citation>();
  for (const each of citations) {
    const key = `${each.number} ${each.start} ${each.end}`;
    if (!known.has(key)) known.set(key, each);
  }
  return [...known.values()];
}

/** A span without the spaces around it. */
export function trimmed(text: string, { start, end }: Span): Span {
  const inside = text.slice(start, end);
  const from = start + (inside.length - inside.trimStart().length);
  return { start: from, end: Math.max(from, start + inside.trimEnd().length) };
}
