import { foldName } from "../cut-words.js";
import type { Links } from "../links.js";
import { listAt } from "../lists.js";
import { writeNamesOfQuestion, writeNamings } from "./naming-signals.js";
import type { QuestionTerms } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";
import { type NamingSentence, type SignalContext, weightIn } from "./signal-context.js";

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
  const marks = marksOf(question, known, data);
  const reasons = new Map<number, NamingSentence>();
  const questionText = ` ${[...question.about].map(({ name }) => foldName(links.names[name] as string)).join(" | ")} `;
  const context = { question, known, links, data, reasons };
  const top = known[0];
  const shared = {
    "bridge.topNamed": top === undefined ? 0 : (question.named.get(top) ?? 0),
    "bridge.questionStems": question.stems.length,
    "bridge.questionNamed": question.named.size,
    "bridge.questionLength": question.length,
    "bridge.questionNames": question.names.size,
  };
  return {
    reasons,
    write(row, signals) {
      const own = listAt(data.subjects, row);
      const stems = listAt(data.passages, row);
      Object.assign(signals, shared);
      signals["bridge.named"] = question.named.get(row) ?? 0;
      signals["bridge.titleShare"] = titleShare(own, marks.question);
      signals["bridge.question"] = weightIn(marks.question, stems) / question.total;
      signals["bridge.body"] = weightIn(marks.question, stems, own) / question.total;
      signals["bridge.relation"] = weightIn(marks.relation, stems, own) / question.relationTotal;
      signals["bridge.relationSentence"] =
        bestSentence(row, context, marks.relation) / question.relationTotal;
      signals["bridge.open1"] = weightIn(marks.open1, stems) / question.total;
      signals["bridge.open2"] = weightIn(marks.open2, stems) / question.total;
      signals["bridge.inQuestion"] = isInQuestion(row, links, questionText) ? 1 : 0;
      signals["bridge.isFirst"] = row === known[0] ? 1 : 0;
      signals["bridge.isSecond"] = row === known[1] ? 1 : 0;
      signals["bridge.length"] = stems.length;
      writeLinks(row, context, signals);
      writeNamings(row, own, context, marks.relation, signals);
      writeNamesOfQuestion(row, context, signals);
    },
  };
}

const LINKS = ["bridge.link1", "bridge.link2", "bridge.link3"];

/** Links to the best three found, and the strongest to any of the five. */
function writeLinks(
  row: number,
  { known, links }: SignalContext,
  signals: Record<string, number>,
): void {
  let strongest = 0;
  for (let place = 0; place < FOUND; place++) {
    const other = known[place];
    const weight = other === undefined || other === row ? 0 : links.shareBetween(other, row);
    strongest = Math.max(strongest, weight);
    const name = LINKS[place];
    if (name !== undefined) signals[name] = weight;
  }
  signals["bridge.link"] = strongest;
}

/** Sets of the question's stems, as a weight for each stem number; 0 for those that are not in the set. */
interface Marks {
  readonly question: ReadonlyMap<number, number>;
  readonly relation: ReadonlyMap<number, number>;
  /** What the best passage leaves open, and what the best two do. */
  readonly open1: ReadonlyMap<number, number>;
  readonly open2: ReadonlyMap<number, number>;
}

function marksOf(
  question: QuestionTerms,
  known: readonly number[],
  { passages, weights }: SentenceStems,
): Marks {
  const weighed = (stems: readonly number[]): ReadonlyMap<number, number> =>
    new Map(stems.map((stem) => [stem, weights[stem] as number]));
  const left = (stems: readonly number[], row: number | undefined): readonly number[] => {
    if (row === undefined) return stems;
    const there = new Set(listAt(passages, row));
    return stems.filter((stem) => !there.has(stem));
  };
  const first = left(question.stems, known[0]);
  return {
    question: weighed(question.stems),
    relation: weighed(question.relation),
    open1: weighed(first),
    open2: weighed(left(first, known[1])),
  };
}

/** The share of a passage's subjects' stems that the question has. */
function titleShare(own: Uint32Array, question: ReadonlyMap<number, number>): number {
  let count = 0;
  for (const stem of own) if (question.has(stem)) count++;
  return count / Math.max(1, own.length);
}

function bestSentence(
  row: number,
  { data }: SignalContext,
  marks: ReadonlyMap<number, number>,
): number {
  let best = 0;
  const end = data.firstSentences[row + 1] as number;
  for (let sentence = data.firstSentences[row] as number; sentence < end; sentence++) {
    best = Math.max(best, weightIn(marks, listAt(data.sentences, sentence)));
  }
  return best;
}

function isInQuestion(row: number, links: Links, questionText: string): boolean {
  return links.subjectsOf(row).some((name) => {
    const folded = foldName(name);
    return folded.length > 3 && questionText.includes(` ${folded} `);
  });
}
