import { foldName } from "../cut-words.js";
import type { Links } from "../links.js";
import { listAt } from "../lists.js";
import type { QuestionTerms } from "./question-terms.js";
import type { SentenceStems } from "./sentence-stems.js";

/** What passages say about a question, each by itself and in the light of those already found. */
export interface PassageSignals {
  /** Adds the signals of one row. O(stems + names of it and of the found). */
  write(row: number, signals: Record<string, number>): void;
  /** The sentence in which one passage names the other and that speaks most of what is asked. */
  readonly reasons: ReadonlyMap<number, NamingSentence>;
}

/** Why a passage is thought to belong to another: a sentence of `from` that names `to`. */
export interface NamingSentence {
  readonly from: number;
  readonly to: number;
  readonly name: number;
  /** Number of the sentence through all passages. */
  readonly sentence: number;
  /** Share of what is asked that the sentence speaks of, 0 to 1. */
  readonly share: number;
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

/** Links to the best three found, and the strongest to any of the five. */
function writeLinks(row: number, { known, links }: Context, signals: Record<string, number>): void {
  let strongest = 0;
  for (let place = 0; place < FOUND; place++) {
    const other = known[place];
    const weight = other === undefined || other === row ? 0 : links.shareBetween(other, row);
    strongest = Math.max(strongest, weight);
    if (place < 3) signals[`bridge.link${place + 1}`] = weight;
  }
  signals["bridge.link"] = strongest;
}

interface Context {
  readonly question: QuestionTerms;
  readonly known: readonly number[];
  readonly links: Links;
  readonly data: SentenceStems;
  readonly reasons: Map<number, NamingSentence>;
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

const NONE = new Uint32Array();

/** The weight of the marked stems that a list holds, but for those of two other lists. */
function weightIn(
  marks: ReadonlyMap<number, number>,
  stems: Uint32Array,
  without: Uint32Array = NONE,
  alsoWithout: Uint32Array = NONE,
): number {
  let sum = 0;
  for (const stem of stems) {
    const weight = marks.get(stem);
    if (weight !== undefined && !without.includes(stem) && !alsoWithout.includes(stem))
      sum += weight;
  }
  return sum;
}

/** The share of a passage's subjects' stems that the question has. */
function titleShare(own: Uint32Array, question: ReadonlyMap<number, number>): number {
  let count = 0;
  for (const stem of own) if (question.has(stem)) count++;
  return count / Math.max(1, own.length);
}

function bestSentence(row: number, { data }: Context, marks: ReadonlyMap<number, number>): number {
  let best = 0;
  const end = data.firstSentences[row + 1] as number;
  for (let sentence = data.firstSentences[row] as number; sentence < end; sentence++) {
    best = Math.max(best, weightIn(marks, listAt(data.sentences, sentence)));
  }
  return best;
}

/** Who names whom, in what words; and what rare names a candidate shares with the found. */
function writeNamings(
  row: number,
  own: Uint32Array,
  context: Context,
  relation: ReadonlyMap<number, number>,
  signals: Record<string, number>,
): void {
  const { question, known, data, reasons } = context;
  const total = question.relationTotal;
  let said = 0;
  let saidBy = 0;
  let back = 0;
  let backRank = 0;
  let pair = 0;
  let pairName = 0;
  known.forEach((other, rank) => {
    if (other === row) return;
    const others = listAt(data.subjects, other);
    for (const { sentence, name } of namings(other, row, context)) {
      const weight = weightIn(relation, listAt(data.sentences, sentence), own, others) / total;
      said = Math.max(said, weight);
      saidBy = Math.max(saidBy, (question.named.get(other) ?? 0) + 0.5);
      keepReason(reasons, { from: other, to: row, name, sentence, share: weight });
    }
    for (const { sentence } of namings(row, other, context)) {
      const weight = weightIn(relation, listAt(data.sentences, sentence), own, others) / total;
      back = Math.max(back, weight + 0.05);
      backRank = Math.max(backRank, 1 / (rank + 1));
    }
    const common = sharedNames(row, other, context, relation);
    pair = Math.max(pair, common.words / total);
    pairName = Math.max(pairName, common.rarity);
  });
  const byNamed = saidByNamed(row, own, context, relation);
  signals["bridge.said"] = said;
  signals["bridge.saidBy"] = saidBy;
  signals["bridge.saysOf"] = back;
  signals["bridge.saysOfRank"] = backRank;
  signals["bridge.pair"] = pair;
  signals["bridge.pairName"] = pairName;
  signals["bridge.namedByNamed"] = byNamed === undefined ? 0 : 1;
  signals["bridge.saidByNamed"] = byNamed ?? 0;
}

function keepReason(reasons: Map<number, NamingSentence>, reason: NamingSentence): void {
  const known = reasons.get(reason.to);
  if (known === undefined || known.share < reason.share) reasons.set(reason.to, reason);
}

/** The sentences of one passage in which a name stands that the other is about. */
function* namings(
  from: number,
  to: number,
  { links, data }: Context,
): Generator<{ readonly sentence: number; readonly name: number }> {
  for (const name of listAt(links.subjects, to)) {
    const entry = entryOf(data, from, name);
    if (entry < 0) continue;
    for (const sentence of listAt(data.naming, entry)) yield { sentence, name };
  }
}

/** Where a row's name stands in `names.values`, or -1: binary search. */
function entryOf({ names }: SentenceStems, row: number, name: number): number {
  let low = names.offsets[row] as number;
  let high = (names.offsets[row + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = names.values[middle] as number;
    if (value === name) return middle;
    if (value < name) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A rare name that two passages share and the question does not have, and what both say beside it. */
function sharedNames(
  row: number,
  other: number,
  context: Context,
  relation: ReadonlyMap<number, number>,
): { readonly words: number; readonly rarity: number } {
  const { question, links, data } = context;
  const best = { words: 0, rarity: 0 };
  const end = data.names.offsets[row + 1] as number;
  for (let entry = data.names.offsets[row] as number; entry < end; entry++) {
    const name = data.names.values[entry] as number;
    if (question.names.has(name)) continue;
    const theirs = entryOf(data, other, name);
    if (theirs < 0) continue;
    const rarity = rarityOf(name, links);
    const words = besideName(entry, context, relation) + besideName(theirs, context, relation);
    best.words = Math.max(best.words, words * rarity);
    best.rarity = Math.max(best.rarity, rarity);
  }
  return best;
}

function besideName(
  entry: number,
  { data }: Context,
  relation: ReadonlyMap<number, number>,
): number {
  let best = 0;
  for (const sentence of listAt(data.naming, entry)) {
    best = Math.max(best, weightIn(relation, listAt(data.sentences, sentence)));
  }
  return best;
}

function rarityOf(name: number, { holders, passageCount }: Links): number {
  return Math.log(passageCount / listAt(holders, name).length) / 10;
}

/** What is said of a passage by those that the question names; undefined when they do not name it. */
function saidByNamed(
  row: number,
  own: Uint32Array,
  context: Context,
  relation: ReadonlyMap<number, number>,
): number | undefined {
  const { question, data } = context;
  let best: number | undefined;
  let looked = 0;
  for (const [other, weight] of question.named) {
    if (weight <= 0.5 || looked++ === 6) continue;
    if (other === row) continue;
    for (const { sentence } of namings(other, row, context)) {
      const said = weightIn(
        relation,
        listAt(data.sentences, sentence),
        own,
        listAt(data.subjects, other),
      );
      best = Math.max(best ?? 0, said / question.relationTotal);
    }
  }
  return best;
}

/** The question's names that a passage has. */
function writeNamesOfQuestion(
  row: number,
  { question, links, data }: Context,
  signals: Record<string, number>,
): void {
  let rarity = 0;
  let count = 0;
  for (const name of listAt(data.names, row)) {
    if (!question.names.has(name)) continue;
    rarity += rarityOf(name, links);
    count++;
  }
  signals["bridge.sharedNames"] = rarity;
  signals["bridge.sharedNameCount"] = count;
}

function isInQuestion(row: number, links: Links, questionText: string): boolean {
  return links.subjectsOf(row).some((name) => {
    const folded = foldName(name);
    return folded.length > 3 && questionText.includes(` ${folded} `);
  });
}
