import type { Hit } from "@psi/core";
import { LISTED, type Walk } from "./page-ranks.js";
import type { PassageSignals } from "./passage-signals.js";
import type { QuestionTerms } from "./question-terms.js";

/** All that is known about one query. */
export interface QueryState {
  readonly question: QuestionTerms;
  readonly words: readonly Hit[];
  readonly vectors: readonly Hit[] | undefined;
  readonly walks: readonly [Walk, Walk, Walk];
  /** The five best by links: what is taken for found. */
  readonly found: readonly number[];
  readonly passages: PassageSignals;
}

/** Names are written once: made for each candidate, they would cost more than the signals. */
const WALKS = [1, 2, 3].map((i) => ({ value: `bridge.walk${i}`, place: `bridge.walkPlace${i}` }));
const FOUND = [1, 2, 3].map((i) => ({ similar: `bridge.similar${i}`, link: `bridge.link${i}` }));

/** A row that is not listed counts as the 400th. */
const UNLISTED = 400;

const logPlace = (place: number | undefined): number => Math.log1p(place ?? UNLISTED);

/** Adds the signals of any row for one query. */
export function candidateSignals(
  state: QueryState,
  similarity: ((a: number, b: number) => number) | undefined,
): (row: number, signals: Record<string, number>) => void {
  const { words, vectors, walks, found, passages } = state;
  const wordPlaces = placesOf(words);
  const vectorPlaces = placesOf(vectors ?? []);
  const agreement = vectors && sharedAmongTen(words, vectors);
  const best = words[0]?.score ?? 0;
  const ofQuestion = {
    "bridge.bestWords": best,
    "bridge.wordsLead": best === 0 ? 0 : (best - (words[5]?.score ?? 0)) / best,
    "bridge.agreement": agreement ?? 0,
  };
  const cosines = new Map((vectors ?? []).map(({ id, score }) => [id, score]));
  return (row, signals) => {
    Object.assign(signals, ofQuestion);
    passages.write(row, signals);
    walks.forEach(({ values, best: rows, places }, i) => {
      const top = rows[0] === undefined ? 1 : (values[rows[0]] as number);
      const names = WALKS[i] as (typeof WALKS)[number];
      signals[names.value] = Math.log(1e-6 + (values[row] as number) / top);
      signals[names.place] = logPlace(places.get(row));
    });
    signals["bridge.wordsPlace"] = logPlace(wordPlaces.get(row));
    if (similarity === undefined) return;
    signals["bridge.vectorsPlace"] = logPlace(vectorPlaces.get(row));
    let linkedNear = 0;
    FOUND.forEach((names, i) => {
      const each = found[i];
      if (each === undefined) return;
      signals[names.similar] = similarity(row, each);
      linkedNear = Math.max(linkedNear, (signals[names.link] ?? 0) * (cosines.get(each) ?? 0));
    });
    signals["bridge.linkNear"] = linkedNear;
  };
}

function placesOf(hits: readonly Hit[]): ReadonlyMap<number, number> {
  return new Map(hits.slice(0, LISTED).map(({ id }, place) => [id, place]));
}

function sharedAmongTen(a: readonly Hit[], b: readonly Hit[]): number {
  const first = new Set(a.slice(0, 10).map(({ id }) => id));
  return b.slice(0, 10).filter(({ id }) => first.has(id)).length / 10;
}
