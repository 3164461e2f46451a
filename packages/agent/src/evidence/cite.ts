import {
  type AnswerAction,
  type Citation,
  type Evidence,
  type Span,
  sentences,
  type Tokenizer,
} from "@psi/core";
import { type CitationMark, citationMarks, restoreMarksInCode } from "@psi/core/model-text";
import { citation, distinct } from "./citation.js";
import { type SentenceFinder, sentenceFinder } from "./closest-sentence.js";
import { markReader, unknownNote } from "./mark-reader.js";

/** An answer whose marks all stand for something. */
export interface CitedText {
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly notes: readonly string[];
}

/** Characters before a mark that are looked at. */
const STATEMENT = 2000;

/** What may stand between marks that speak of the same statement: "[1], [2] and [3]". */
const JOIN = /^[\s\p{P}]*(?:(?:and|和|与|及)[\s\p{P}]*)?$/u;

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

/** Marks of unusual form, and mentions, that name a passage in an answer without any citation. */
const UNUSUAL =
  /[[({<【（［]\p{L}{0,2}\.?\s?(\d{1,3})[\])}>】）］](?!\()|(?<![\p{L}\p{M}])(?:passages?|sources?|documents?|段落)\s?#?(\d{1,3})(?!\d)/giu;

/**
 * Maps the marks of an answer to passages and to the sentence of each that shares most words with the statement
 * before the mark; the whole passage where none shares any. Marks are written as "[1, 2]", whatever their form.
 * Numbers that no passage has are taken out of the text and noted; where all of a mark's are so, and it may be
 * text ("[2024]", "(source 9)"), it stays. A mark that the answer copies from a passage's own text cites that
 * passage. What looks like a citation and cannot be read is noted. O(characters of the answer and of the
 * passages, and a bounded number of comparisons of words).
 */
export function cite(text: string, evidence: readonly Evidence[], tokenizer: Tokenizer): CitedText {
  const finder = sentenceFinder(tokenizer);
  const reader = markReader(evidence, tokenizer, finder);
  const citations: Citation[] = [];
  let kept = "";
  let copied = 0;
  let statement: ReadonlySet<string> = new Set();
  let written = new Set<number>();
  for (const mark of citationMarks(text)) {
    const before = text.slice(copied, mark.start);
    const continues = JOIN.test(before);
    const words = continues ? statement : new Set(tokenizer.tokenize(lastSentence(before)));
    const cited = reader.passages(mark, text, words);
    if (cited === undefined) continue;
    if (!continues) written = new Set();
    statement = words;
    for (const each of cited) citations.push(citation(each, finder.closest(words, each).span));
    const isNew = cited.some(({ number }) => !written.has(number));
    kept += before;
    if (isNew || before.trim() !== "") kept += markText(mark, cited, text);
    for (const { number } of cited) written.add(number);
    copied = mark.end;
  }
  const notes = [...reader.notes(), ...finderNote(finder)];
  return {
    text: restoreMarksInCode((kept + text.slice(copied)).trim()),
    citations: distinct(citations),
    notes: citations.length > 0 ? notes : [...notes, ...unusualNote(text, evidence, notes)],
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
function markText(
  { start, end, numbers, form }: CitationMark,
  cited: readonly Evidence[],
  text: string,
): string {
  if (cited.length === 0) return "";
  const mark = text.slice(start, end);
  const list = cited.map(({ number }) => number);
  if (form === "numbers" && list.join() === numbers.join()) return mark;
  return `${mark.startsWith(" ") || form === "superscript" ? " " : ""}[${list.join(", ")}]`;
}

function finderNote({ isSpent }: SentenceFinder): readonly string[] {
  return isSpent ? ["The answer has too many citations: some are of whole passages."] : [];
}

/** What may be meant as a citation in an answer that has none; nothing where a note says something already. */
function unusualNote(
  text: string,
  evidence: readonly Evidence[],
  notes: readonly string[],
): readonly string[] {
  if (notes.length > 0) return [];
  const known = new Set(evidence.map(({ number }) => number));
  for (const [written, bracketed, mentioned] of text.replace(CODE, "").matchAll(UNUSUAL)) {
    if (known.has(Number(bracketed ?? mentioned)))
      return [
        `The answer cites no passage; ${JSON.stringify(written)} was not understood as a citation.`,
      ];
  }
  return [];
}

function lastSentence(said: string): string {
  const near = said.slice(-STATEMENT);
  return near.slice(sentences(near).at(-1)?.start);
}
