import type { Links } from "../links.js";
import { listAt } from "../lists.js";
import type { SentenceStems } from "./sentence-stems.js";
import { type NamingSentence, type SignalContext, weightIn } from "./signal-context.js";

/** Who names whom, in what words; and what rare names a candidate shares with the found. */
export function writeNamings(
  row: number,
  own: Uint32Array,
  context: SignalContext,
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
  { links, data }: SignalContext,
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
  context: SignalContext,
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
  { data }: SignalContext,
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
  context: SignalContext,
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
export function writeNamesOfQuestion(
  row: number,
  { question, links, data }: SignalContext,
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
