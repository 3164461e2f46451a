import { PsiError, requireWhole } from "@psi/core";
import { UPPER } from "./characters.js";
import { cutWords, foldName, foldWord, START, type Words } from "./cut-words.js";
import { type Lists, listAt } from "./lists.js";
import { functionWords, isAcronym } from "./names/word-lists.js";
import { type PhraseFinder, phraseFinder } from "./phrase-finder.js";

/**
 * The links of all passages in compressed rows: those of row `a` are the entries `offsets[a]` to
 * `offsets[a + 1] - 1` of the other arrays. Symmetric: `b` is linked to `a` with the same weight and name.
 */
export interface LinkGraph {
  /** One more than there are passages. */
  readonly offsets: Uint32Array;
  /** The linked rows, ascending within a row. */
  readonly rows: Uint32Array;
  /** Sums over the shared names of log(N/df)/(df - 1), double where it is a subject of either; above 0. */
  readonly weights: Float32Array;
  /** The shared name that gives most of the weight, by number. */
  readonly names: Uint32Array;
}

/** What links hold, all in typed arrays but the names. */
export interface LinksData {
  /** The extractor's name. */
  readonly extractor: string;
  /** The most passages that a name may stand in to link them. */
  readonly mostHolders: number;
  /** Names that stand in two passages or more, or are what one is about; as written where first seen. */
  readonly names: readonly string[];
  /** For each name, the rows of the passages that have it, ascending. */
  readonly holders: Lists;
  /** For each row, the names it is about, the most important first. */
  readonly subjects: Lists;
  /** For each name, the rows that are about it, ascending. */
  readonly about: Lists;
  readonly graph: LinkGraph;
}

/** A name in a text that passages are about. */
export interface SubjectMatch {
  /** The name's number. */
  readonly name: number;
  /** The passages that are about it, ascending. */
  readonly rows: Uint32Array;
  /** Where it stands in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Links between passages. Row = position of the passage. Nothing in it changes. */
export interface Links extends LinksData {
  readonly passageCount: number;
  /** For each row the sum of its links' weights; 0 without links. */
  readonly totals: Float64Array;
  /** The number of a name however it is written, or -1. O(length). */
  idOf(name: string): number;
  /** The rows of the passages that have a name, ascending; none for an unknown one. */
  holdersOf(name: string): Uint32Array;
  /** The names a passage is about, as written. */
  subjectsOf(row: number): readonly string[];
  /** The rows that a passage is linked to, ascending. O(1). */
  neighbours(row: number): Uint32Array;
  /** The weight of a link; 0 when there is none. O(log links). */
  weightBetween(a: number, b: number): number;
  /** The weight as a share of all links of the one, or of the other if that is larger; 0 to 1. */
  shareBetween(a: number, b: number): number;
  /** The rarest, and so strongest, name that two passages share; undefined when they are not linked. */
  whyLinked(a: number, b: number): string | undefined;
  /**
   * The names in a text, such as a question, that passages are about; where one lies within another, the
   * longer. A name of one word must have its capital in a text that sets names apart by capitals, the first
   * word of a sentence not counted. In order. O(length).
   *
   * @param isMistyped says of a folded word whether it may be one with a typing error of one letter. Default: none.
   */
  aboutInText(text: string, isMistyped?: (word: string) => boolean): readonly SubjectMatch[];
}

/** Links over their data. */
export function linksOver(data: LinksData): Links {
  const { names, holders, subjects, about, graph } = data;
  const passageCount = graph.offsets.length - 1;
  const totals = totalsOf(graph);
  let ids: Map<string, number> | undefined;
  let finder: PhraseFinder | undefined;
  const checked = (row: number): number => requireWhole("row", row, 0, passageCount - 1);
  const idOf = (name: string): number => {
    ids ??= new Map(names.map((each, id) => [foldName(each), id]));
    return ids.get(foldName(name)) ?? -1;
  };
  const placeOf = (a: number, b: number): number => findLink(graph, checked(a), checked(b));
  const weightBetween = (a: number, b: number): number => {
    const place = placeOf(a, b);
    return place < 0 ? 0 : (graph.weights[place] as number);
  };
  return {
    ...data,
    passageCount,
    totals,
    idOf,
    holdersOf(name) {
      const id = idOf(name);
      return id < 0 ? new Uint32Array() : listAt(holders, id);
    },
    subjectsOf: (row) => Array.from(listAt(subjects, checked(row)), (id) => names[id] as string),
    neighbours: (row) => graph.rows.subarray(graph.offsets[checked(row)], graph.offsets[row + 1]),
    weightBetween,
    shareBetween(a, b) {
      const weight = weightBetween(a, b);
      return weight === 0 ? 0 : weight / Math.min(totals[a] as number, totals[b] as number);
    },
    whyLinked(a, b) {
      const place = placeOf(a, b);
      return place < 0 ? undefined : names[graph.names[place] as number];
    },
    aboutInText(text, isMistyped = () => false) {
      finder ??= phraseFinder(subjectPhrases(data));
      const { find, nearest } = finder;
      const words = (all: readonly string[]): readonly string[] =>
        all.map((word) => (isMistyped(word) ? (nearest(word) ?? word) : word));
      return matchesIn(text, (all) => find(words(all)), about);
    },
  };
}

function totalsOf({ offsets, weights }: LinkGraph): Float64Array {
  const totals = new Float64Array(offsets.length - 1);
  for (let row = 0; row < totals.length; row++) {
    let sum = 0;
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at++)
      sum += weights[at] as number;
    totals[row] = sum;
  }
  return totals;
}

/** The place of a link in the graph, or -1: binary search. */
function findLink({ offsets, rows }: LinkGraph, a: number, b: number): number {
  let low = offsets[a] as number;
  let high = (offsets[a + 1] as number) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle] as number;
    if (row === b) return middle;
    if (row < b) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The names that passages are about, folded. */
export function* subjectPhrases({ names, about }: LinksData): Generator<readonly [number, string]> {
  for (let id = 0; id < names.length; id++) {
    if (listAt(about, id).length > 0) yield [id, foldName(names[id] as string)];
  }
}

function matchesIn(
  text: string,
  find: PhraseFinder["find"],
  about: Lists,
): readonly SubjectMatch[] {
  if (typeof text !== "string") {
    throw new PsiError("invalid-option", "text must be a string, such as a question.");
  }
  const cut = cutWords(text);
  const { starts, ends } = cut;
  const words = starts.map((start, i) => foldWord(text.slice(start, ends[i])));
  const capitalises = setsNamesApart(text, cut);
  const isName = (start: number, end: number): boolean => {
    const word = text.slice(start, end);
    if (functionWords.has(foldWord(word)) && !isAcronym(word)) return false;
    return !capitalises || !/^\p{Ll}/u.test(word);
  };
  return find(words)
    .map(({ id, first, last }) => ({
      name: id,
      rows: listAt(about, id),
      start: starts[first] as number,
      end: ends[last] as number,
      isLong: last > first,
    }))
    .filter(({ start, end, isLong }) => isLong || isName(start, end))
    .map(({ isLong, ...match }) => match);
}

/** Whether a text writes some word with a capital that begins no sentence: then names have capitals in it. */
function setsNamesApart(text: string, { starts, gaps, kinds }: Words): boolean {
  return starts.some(
    (start, i) =>
      kinds[i] === UPPER && gaps[i] !== START && !/^I\b/.test(text.slice(start, start + 2)),
  );
}
