import { foldedWords } from "../cut-words.js";
import type { Links } from "../links.js";
import { listAt } from "../lists.js";
import { writeNamesOfQuestion, writeNamings } from "./naming-signals.js";
import type { QuestionTerms } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";
import {
  lengthOf,
  type NamingSentence,
  OPEN1,
  OPEN2,
  QUESTION,
  RELATION,
  type SignalContext,
  weightIn,
} from "./signal-context.js";

/** What passages say about a question, each by itself and in the light of those already found. */
export interface PassageSignals {
  /** Adds the signals of one row. O(stems + names of it and of the found). */
  write(row: number, signals: Record<string, number>): void;
  /** The sentence in which one passage names the other and that speaks most of what is asked. */
  readonly reasons: ReadonlyMap<number, NamingSentence>;
}

/** How many of the found passages stand for what is known already. */
const FOUND = 5;

/**
 * Signals of candidates, from names, stems and sentences (the design's "relation sentences"): how much of the
 * question a passage holds; what of it the best two leave open; which of the found name it, and in what
 * words; which rare names it shares with them beyond the question's.
 *
 * @param found the best passages so far, by links, best first; five are used.
 */
export function passageSignals(
  question: QuestionTerms,
  found: readonly number[],
  links: Links,
  data: SentenceStems,
): PassageSignals {
  const known = found.slice(0, FOUND);
  const reasons = new Map<number, NamingSentence>();
  const marks = marksOf(question, known, data);
  const context = { question, known, links, data, marks, reasons };
  const within = namesWithin(question, links);
  const top = known[0];
  const topNamed = top === undefined ? 0 : (question.named.get(top) ?? 0);
  return {
    reasons,
    write(row, signals) {
      const { passages } = data;
      signals["bridge.topNamed"] = topNamed;
      signals["bridge.questionStems"] = question.stems.length;
      signals["bridge.questionNamed"] = question.named.size;
      signals["bridge.questionLength"] = question.length;
      signals["bridge.questionNames"] = question.names.size;
      signals["bridge.named"] = question.named.get(row) ?? 0;
      signals["bridge.titleShare"] = titleShare(row, context);
      signals["bridge.question"] = weightIn(context, QUESTION, passages, row) / question.total;
      signals["bridge.body"] = weightIn(context, QUESTION, passages, row, row) / question.total;
      signals["bridge.relation"] =
        weightIn(context, RELATION, passages, row, row) / question.relationTotal;
      signals["bridge.relationSentence"] = bestSentence(row, context) / question.relationTotal;
      signals["bridge.open1"] = weightIn(context, OPEN1, passages, row) / question.total;
      signals["bridge.open2"] = weightIn(context, OPEN2, passages, row) / question.total;
      signals["bridge.inQuestion"] = isAboutAny(row, links, within) ? 1 : 0;
      signals["bridge.isFirst"] = row === known[0] ? 1 : 0;
      signals["bridge.isSecond"] = row === known[1] ? 1 : 0;
      signals["bridge.length"] = lengthOf(passages, row);
      writeLinks(row, context, signals);
      writeNamings(row, context, signals);
      writeNamesOfQuestion(row, context, signals);
    },
  };
}

/** Links to the best three found, and the strongest to any of the five. */
function writeLinks(row: number, context: SignalContext, signals: Record<string, number>): void {
  const first = linkTo(0, row, context);
  const second = linkTo(1, row, context);
  const third = linkTo(2, row, context);
  signals["bridge.link1"] = first;
  signals["bridge.link2"] = second;
  signals["bridge.link3"] = third;
  const others = Math.max(linkTo(3, row, context), linkTo(4, row, context));
  signals["bridge.link"] = Math.max(first, second, third, others);
}

function linkTo(place: number, row: number, { known, links }: SignalContext): number {
  const other = known[place];
  return other === undefined || other === row ? 0 : links.shareBetween(other, row);
}

function marksOf(
  question: QuestionTerms,
  known: readonly number[],
  { passages, stems }: SentenceStems,
): Uint8Array {
  const marks = new Uint8Array(stems.length);
  const mark = (some: readonly number[], set: number): void => {
    for (const stem of some) marks[stem] = (marks[stem] as number) | set;
  };
  const left = (some: readonly number[], row: number | undefined): readonly number[] => {
    if (row === undefined) return some;
    const there = listAt(passages, row);
    return some.filter((stem) => !there.includes(stem));
  };
  const open = left(question.stems, known[0]);
  mark(question.stems, QUESTION);
  mark(question.relation, RELATION);
  mark(open, OPEN1);
  mark(left(open, known[1]), OPEN2);
  return marks;
}

/** The share of a passage's subjects' stems that the question has. */
function titleShare(row: number, { data: { subjects }, marks }: SignalContext): number {
  let count = 0;
  const end = subjects.offsets[row + 1] as number;
  for (let at = subjects.offsets[row] as number; at < end; at++) {
    if ((marks[subjects.values[at] as number] as number) & QUESTION) count++;
  }
  return count / Math.max(1, lengthOf(subjects, row));
}

function bestSentence(row: number, context: SignalContext): number {
  const { firstSentences, sentences } = context.data;
  let best = 0;
  const end = firstSentences[row + 1] as number;
  for (let sentence = firstSentences[row] as number; sentence < end; sentence++) {
    best = Math.max(best, weightIn(context, RELATION, sentences, sentence));
  }
  return best;
}

/** Shorter names stand in too many others. */
const SHORTEST_WITHIN = 4;

/** The names that stand within those of the question, itself included, by number. */
function namesWithin({ about }: QuestionTerms, links: Links): ReadonlySet<number> {
  const within = new Set<number>();
  for (const { name } of about) {
    const words = foldedWords(links.names[name] as string);
    for (let first = 0; first < words.length; first++) {
      for (let end = first + 1; end <= words.length; end++) {
        const phrase = words.slice(first, end).join(" ");
        if (phrase.length >= SHORTEST_WITHIN) within.add(links.idOf(phrase));
      }
    }
  }
  return within;
}

function isAboutAny(row: number, { subjects }: Links, names: ReadonlySet<number>): boolean {
  const end = subjects.offsets[row + 1] as number;
  for (let at = subjects.offsets[row] as number; at < end; at++) {
    if (names.has(subjects.values[at] as number)) return true;
  }
  return false;
}
