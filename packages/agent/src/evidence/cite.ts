import {
  type AnswerAction,
  type Citation,
  type Evidence,
  type Span,
  sentences,
  type Tokenizer,
} from "@psi/core";
import { citation, distinct, trimmed } from "./citation.js";
import { type Mark, marksIn } from "./marks.js";

/** An answer whose marks all stand for something. */
export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly notes: readonly string[];
}

/** The sentences of a passage, with their words. */
type Sentences = readonly (Span & { readonly words: ReadonlySet<string> })[];

/** From here an unknown number is rather a year, or what else is written in brackets, than a passage's. */
const RATHER_TEXT = 1000;

/** Characters before a mark that are looked at. */
const STATEMENT = 2000;

/** What may stand between marks that speak of the same statement: "[1], [2] and [3]". */
const JOIN = /^[\s\p{P}]*(?:(?:and|和|与|及)[\s\p{P}]*)?$/u;

/**
 * Maps the marks of an answer to passages and to the sentence of each that shares most words with the
 * statement before the mark; the whole passage where none shares any. Numbers that no passage has are taken
 * out of the text and told; where all of a mark's are so, and of four digits or more, it is left as text
 * ("[2024]"). Ranges are written out. O(answer + marks x sentences of the cited passage x words of a statement).
 */
export function cite(text: string, evidence: readonly Evidence[], tokenizer: Tokenizer): CitedText {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  const cut = new Map<Evidence, Sentences>();
  const citations: Citation[] = [];
  const unknown = new Set<number>();
  let kept = "";
  let copied = 0;
  let statement: ReadonlySet<string> = new Set();
  for (const mark of marksIn(text)) {
    const known = mark.numbers.flatMap((number) => byNumber.get(number) ?? []);
    if (known.length === 0 && mark.numbers.every((number) => number >= RATHER_TEXT)) continue;
    const before = text.slice(copied, mark.start);
    if (!JOIN.test(before)) statement = new Set(tokenizer.tokenize(lastSentence(before)));
    for (const each of known) {
      const among = cut.get(each) ?? sentencesWithWords(each, tokenizer);
      cut.set(each, among);
      citations.push(citation(each, closest(statement, each, among)));
    }
    for (const number of mark.numbers) if (!byNumber.has(number)) unknown.add(number);
    kept += before + written(mark, known, text);
    copied = mark.end;
  }
  return {
    text: (kept + text.slice(copied)).trim(),
    citations: distinct(citations),
    notes: unknownNote(unknown),
  };
}

/**
 * Citations of what a policy says it quotes. Numbers that no passage has, and characters that its text does
 * not have, are left out and told.
 */
export function citedQuotes(
  quotes: NonNullable<AnswerAction["quotes"]>,
  evidence: readonly Evidence[],
): Pick<CitedText, "citations" | "notes"> {
  const byNumber = new Map(evidence.map((each) => [each.number, each]));
  const citations: Citation[] = [];
  const unknown = new Set<number>();
  let outside = 0;
  for (const { number, start, end } of quotes) {
    const each = byNumber.get(number);
    if (each === undefined) unknown.add(number);
    else if (isInside({ start, end }, each.found.node.text))
      citations.push(citation(each, { start, end }));
    else outside++;
  }
  const notes = outside === 0 ? [] : [`${outside} quotes reach outside their passages; dropped.`];
  return { citations: distinct(citations), notes: [...unknownNote(unknown), ...notes] };
}

function isInside({ start, end }: Span, text: string): boolean {
  if (!Number.isInteger(start) || !Number.isInteger(end)) return false;
  return 0 <= start && start <= end && end <= text.length;
}

/** A mark as it is kept: as it is where all of it stands for something, nothing where none does. */
function written(
  { start, end, numbers, isRange }: Mark,
  known: readonly Evidence[],
  text: string,
): string {
  if (known.length === 0) return "";
  const mark = text.slice(start, end);
  if (known.length === numbers.length && !isRange) return mark;
  return `${mark.startsWith(" ") ? " " : ""}[${known.map(({ number }) => number).join(", ")}]`;
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

function lastSentence(said: string): string {
  const near = said.slice(-STATEMENT);
  return near.slice(sentences(near).at(-1)?.start);
}

function sentencesWithWords({ found }: Evidence, tokenizer: Tokenizer): Sentences {
  const { text } = found.node;
  return sentences(text).map((span) => ({
    ...trimmed(text, span),
    words: new Set(tokenizer.tokenize(text.slice(span.start, span.end))),
  }));
}

/** The sentence that shares most words; of those that share equally many the shortest says it most closely. */
function closest(statement: ReadonlySet<string>, { found }: Evidence, among: Sentences): Span {
  let best = trimmed(found.node.text, { start: 0, end: found.node.text.length });
  let most = 0;
  for (const { start, end, words } of among) {
    let shared = 0;
    for (const word of statement) if (words.has(word)) shared++;
    if (shared > most || (shared === most && most > 0 && end - start < best.end - best.start)) {
      most = shared;
      best = { start, end };
    }
  }
  return best;
}
