import { type Citation, type Evidence, type Span, sentences, type Tokenizer } from "@psi/core";

/** An answer whose marks all stand for something. */
export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly notes: readonly string[];
}

/** [2], [2, 5], 【3】; a list of numbers in square brackets. */
const MARK = / ?[[【](\d{1,6}(?: ?[,，、;] ?\d{1,6})*)[\]】]/g;

/**
 * Maps the marks of an answer to passages and to the sentence of each that shares most words with the
 * statement before the mark; the whole passage where none shares any. Marks of numbers that do not exist are
 * taken out of the text and told. O(answer x sentences of the cited passages).
 */
export function cite(text: string, evidence: readonly Evidence[], tokenizer: Tokenizer): CitedText {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  const citations = new Map<string, Citation>();
  const unknown = new Set<number>();
  let behind = 0;
  const kept = text.replace(MARK, (mark, list: string, at: number) => {
    // Marks that follow one another speak of the same statement.
    const statement = statementBefore(text, behind, at);
    if (text.slice(behind, at).trim() !== "") behind = at + mark.length;
    const numbers = [...new Set(list.split(/[^\d]+/).map(Number))];
    const known = numbers.filter((number) => byNumber.has(number));
    for (const number of numbers) {
      const cited = byNumber.get(number);
      if (cited === undefined) unknown.add(number);
      else keep(citations, citation(cited, sentenceSaying(statement, cited, tokenizer)));
    }
    if (known.length === numbers.length) return mark;
    return known.length === 0 ? "" : ` [${known.join(", ")}]`;
  });
  return { text: kept.trim(), citations: [...citations.values()], notes: unknownNote(unknown) };
}

function keep(citations: Map<string, Citation>, found: Citation): void {
  const key = `${found.number} ${found.start} ${found.end}`;
  if (!citations.has(key)) citations.set(key, found);
}

function unknownNote(unknown: ReadonlySet<number>): readonly string[] {
  if (unknown.size === 0) return [];
  const list = [...unknown]
    .slice(0, 5)
    .map((number) => `[${number}]`)
    .join(" ");
  const more = unknown.size > 5 ? ` and ${unknown.size - 5} more` : "";
  return [`The answer cites ${list}${more}, which no passage has; dropped.`];
}

/** What stands between the mark before and this one: its last sentence, or all where it ends with none. */
function statementBefore(text: string, from: number, to: number): string {
  const said = text.slice(Math.max(from, to - 2000), to);
  return sentences(said).at(-1) === undefined
    ? said
    : said.slice((sentences(said).at(-1) as Span).start);
}

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

function sentenceSaying(statement: string, { found }: Evidence, tokenizer: Tokenizer): Span {
  const { text } = found.node;
  const said = new Set(tokenizer.tokenize(statement));
  let best: Span = { start: 0, end: text.length };
  let most = 0;
  for (const span of sentences(text)) {
    const words = new Set(tokenizer.tokenize(text.slice(span.start, span.end)));
    const shared = [...said].filter((word) => words.has(word)).length;
    // Of sentences that share equally many words the shorter says it more closely.
    if (
      shared > most ||
      (shared === most && most > 0 && span.end - span.start < best.end - best.start)
    ) {
      most = shared;
      best = span;
    }
  }
  return trimmed(text, best);
}

/** A span without the spaces around it. */
export function trimmed(text: string, { start, end }: Span): Span {
  const inside = text.slice(start, end);
  const from = start + (inside.length - inside.trimStart().length);
  return { start: from, end: Math.max(from, start + inside.trimEnd().length) };
}
