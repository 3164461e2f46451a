import type { Hit } from "@psi/core";
import type { PassageSignals } from "./passage-signals.js";
import type { QuestionTerms } from "./question-terms.js";
import { LISTED, type Walk } from "./walk.js";

/** All that is known about one query. */
export interface QueryState {
  readonly question: QuestionTerms;
  readonly words: readonly Hit[];
  readonly vectors: readonly Hit[] | undefined;
  readonly walked: Walk;
  /** The five best by links: what is taken for found. */
  readonly found: readonly number[];
  readonly passages: PassageSignals;
}

/** A row that is not listed counts as the 400th. */
const UNLISTED = 400;

const logPlace = (place: number | undefined): number => Math.log1p(place ?? UNLISTED);

/** Adds the signals of any row for one query. */
export function candidateSignals(
  state: QueryState,
  similarity: ((a: number, b: number) => number) | undefined,
): (row: number, signals: Record<string, number>) => void {
  const { words, vectors, walked, found, passages } = state;
  const wordPlaces = placesOf(words);
  const vectorPlaces = placesOf(vectors ?? []);
  const agreement = vectors && sharedAmongTen(words, vectors);
  const best = words[0]?.score ?? 0;
  const lead = best === 0 ? 0 : (best - (words[5]?.score ?? 0)) / best;
  const cosines = new Map((vectors ?? []).map(({ id, score }) => [id, score]));
  // Each name stands here as it is: names that are looked up would make the record a slow one.
  return (row, signals) => {
    signals["bridge.bestWords"] = best;
    signals["bridge.wordsLead"] = lead;
    signals["bridge.agreement"] = agreement ?? 0;
    passages.write(row, signals);
    signals["bridge.walk"] = shareOfBest(walked, row);
    signals["bridge.walkPlace"] = logPlace(walked.places.get(row));
    signals["bridge.wordsPlace"] = logPlace(wordPlaces.get(row));
    if (similarity === undefined) return;
    signals["bridge.vectorsPlace"] = logPlace(vectorPlaces.get(row));
    const [first, second, third] = found;
    if (first !== undefined) signals["bridge.similar1"] = similarity(row, first);
    if (second !== undefined) signals["bridge.similar2"] = similarity(row, second);
    if (third !== undefined) signals["bridge.similar3"] = similarity(row, third);
    signals["bridge.linkNear"] = Math.max(
      (signals["bridge.link1"] ?? 0) * (cosines.get(first ?? -1) ?? 0),
      (signals["bridge.link2"] ?? 0) * (cosines.get(second ?? -1) ?? 0),
      (signals["bridge.link3"] ?? 0) * (cosines.get(third ?? -1) ?? 0),
    );
  };
}

/** The logarithm of what a walk holds there, as a share of what it holds at most. */
function shareOfBest({ values, best: [first] }: Walk, row: number): number {
  const most = first === undefined ? 1 : (values[first] as number);
  return Math.log(1e-6 + (values[row] as number) / most);
}

function placesOf(hits: readonly Hit[]): ReadonlyMap<number, number> {
  return new Map(hits.slice(0, LISTED).map(({ id }, place) => [id, place]));
}

function sharedAmongTen(a: readonly Hit[], b: readonly Hit[]): number {
  const first = new Set(a.slice(0, 10).map(({ id }) => id));
  return b.slice(0, 10).filter(({ id }) => first.has(id)).length / 10;
}
