import type { Links } from "../links.js";
import type { SentenceStems } from "./sentence-stems.js";
import {
  lengthOf,
  type NamingSentence,
  RELATION,
  type SignalContext,
  weightIn,
} from "./signal-context.js";

/** Who names whom, in what words; and what rare names a candidate shares with the found. */
export function writeNamings(
  row: number,
  context: SignalContext,
  signals: Record<string, number>,
): void {
  const { question, known, reasons } = context;
  const total = question.relationTotal;
  let said = 0;
  let saidBy = 0;
  let back = 0;
  let backRank = 0;
  let pair = 0;
  let pairName = 0;
  known.forEach((other, rank) => {
    if (other === row) return;
    eachNaming(other, row, context, (weight, sentence, name) => {
      said = Math.max(said, weight);
      saidBy = Math.max(saidBy, (question.named.get(other) ?? 0) + 0.5);
      keepReason(reasons, { from: other, to: row, name, sentence, share: weight });
    });
    eachNaming(row, other, context, (weight) => {
      back = Math.max(back, weight + 0.05);
      backRank = Math.max(backRank, 1 / (rank + 1));
    });
    const common = sharedNames(row, other, context);
    pair = Math.max(pair, common.words / total);
    pairName = Math.max(pairName, common.rarity);
  });
  const byNamed = saidByNamed(row, context);
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

/**
 * Visits the sentences of one passage in which a name stands that the other is about, with the share of what
 * is asked that each speaks of beside what both are about.
 */
function eachNaming(
  from: number,
  to: number,
  context: SignalContext,
  visit: (share: number, sentence: number, name: number) => void,
): void {
  const { question, data } = context;
  const { subjects } = context.links;
  const { naming, sentences } = data;
  const end = subjects.offsets[to + 1] as number;
  for (let at = subjects.offsets[to] as number; at < end; at++) {
    const name = subjects.values[at] as number;
    const entry = entryOf(data, from, name);
    if (entry < 0) continue;
    const last = naming.offsets[entry + 1] as number;
    for (let place = naming.offsets[entry] as number; place < last; place++) {
      const sentence = naming.values[place] as number;
      const weight = weightIn(context, RELATION, sentences, sentence, from, to);
      visit(weight / question.relationTotal, sentence, name);
    }
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
  context: SignalContext,
): { readonly words: number; readonly rarity: number } {
  const { question, links, data } = context;
  const best = { words: 0, rarity: 0 };
  const end = data.names.offsets[row + 1] as number;
  for (let entry = data.names.offsets[row] as number; entry < end; entry++) {
    const name = data.names.values[entry] as number;
    const theirs = entryOf(data, other, name);
    if (theirs < 0 || question.names.has(name)) continue;
    const rarity = rarityOf(name, links);
    const words = besideName(entry, context) + besideName(theirs, context);
    best.words = Math.max(best.words, words * rarity);
    best.rarity = Math.max(best.rarity, rarity);
  }
  return best;
}

function besideName(entry: number, context: SignalContext): number {
  const { naming, sentences } = context.data;
  let best = 0;
  const end = naming.offsets[entry + 1] as number;
  for (let at = naming.offsets[entry] as number; at < end; at++) {
    best = Math.max(best, weightIn(context, RELATION, sentences, naming.values[at] as number));
  }
  return best;
}

function rarityOf(name: number, { holders, passageCount }: Links): number {
  return Math.log(passageCount / lengthOf(holders, name)) / 10;
}

/** What is said of a passage by those that the question names; undefined when they do not name it. */
function saidByNamed(row: number, context: SignalContext): number | undefined {
  let best: number | undefined;
  let looked = 0;
  for (const [other, weight] of context.question.named) {
    if (weight <= 0.5 || looked++ === 6) continue;
    if (other === row) continue;
    eachNaming(other, row, context, (share) => {
      best = Math.max(best ?? 0, share);
    });
  }
  return best;
}

/** The question's names that a passage has. */
export function writeNamesOfQuestion(
  row: number,
  { question, links, data: { names } }: SignalContext,
  signals: Record<string, number>,
): void {
  let rarity = 0;
  let count = 0;
  const end = names.offsets[row + 1] as number;
  for (let at = names.offsets[row] as number; at < end; at++) {
    const name = names.values[at] as number;
    if (!question.names.has(name)) continue;
    rarity += rarityOf(name, links);
    count++;
  }
  signals["bridge.sharedNames"] = rarity;
  signals["bridge.sharedNameCount"] = count;
}
