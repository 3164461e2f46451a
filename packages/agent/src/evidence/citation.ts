import type { Citation, Evidence, Span } from "@psi/core";

/** A citation of some characters of a passage, and of the same in its file, where that is known. */
export function citation({ number, found }: Evidence, { start, end }: Span): Citation {
  const { id: passageId, text, metadata } = found.node;
  const { source, start: from, end: to } = metadata;
  const isSlice = typeof from === "number" && typeof to === "number" && to - from === text.length;
  return {
    number,
    passageId,
    start,
    end,
    ...(typeof source === "string" && { source }),
    ...(isSlice && { sourceSpan: { start: from + start, end: from + end } }),
  };
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
