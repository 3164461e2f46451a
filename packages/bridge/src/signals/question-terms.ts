import { foldedWords } from "../cut-words.js";
import type { Links, SubjectMatch } from "../links.js";
import { listAt } from "../lists.js";
import { MOST_TELLING_HOLDERS, type SentenceStems } from "./sentence-stems.js";
import type { StemFinder } from "./stem-finder.js";

/** A question as the signals see it: its stems by number, and the names in it. */
export interface QuestionTerms {
  /** All stems that carry meaning; those that no passage has are left out. */
  readonly stems: readonly number[];
  /** Their weights' sum, with those that no passage has; at least a little above 0. */
  readonly total: number;
  /** The stems that belong to no name in the question: what is asked about the names. */
  readonly relation: readonly number[];
  readonly relationTotal: number;
  /** The names in the question that passages are about. */
  readonly about: readonly SubjectMatch[];
  /** All names in the question that 2 to 60 passages have, by number. */
  readonly names: ReadonlySet<number>;
  /** For each passage that a name in the question is about: 1 / sqrt(passages that it is about). */
  readonly named: ReadonlyMap<number, number>;
  /** How many stems the question has, function words included. */
  readonly length: number;
}

/** A name that more passages are about than this says nothing of any one of them. */
const MOST_ABOUT = 10;
/** The most words of a name that is looked for. */
const LONGEST_NAME = 7;

/** Reads a question. O(length). */
export function questionTerms(
  question: string,
  links: Links,
  stems: SentenceStems,
  finder: StemFinder,
): QuestionTerms {
  const all = finder.findMistyped(question);
  const known = all.known.filter((stem) => !finder.functionWords.has(stem));
  const about = links.aboutInText(question, finder.isMistyped);
  const inNames = new Set(
    about.flatMap(({ start, end }) => finder.findMistyped(question.slice(start, end)).known),
  );
  const relation = known.filter((stem) => !inNames.has(stem));
  const weigh = (list: readonly number[]): number =>
    list.reduce((sum, stem) => sum + (stems.weights[stem] as number), 0);
  // A stem that no passage has weighs as much as the rarest can.
  const unknown = all.unknown * Math.log(1 + links.passageCount);
  return {
    stems: known,
    total: weigh(known) + unknown || 1,
    relation,
    relationTotal: weigh(relation) + unknown || 1,
    about,
    names: namesIn(question, links, about),
    named: namedPassages(about),
    length: all.known.length + all.unknown,
  };
}

function namedPassages(about: readonly SubjectMatch[]): ReadonlyMap<number, number> {
  const named = new Map<number, number>();
  for (const { rows } of about) {
    if (rows.length > MOST_ABOUT) continue;
    const weight = 1 / Math.sqrt(rows.length);
    for (const row of rows) named.set(row, Math.max(named.get(row) ?? 0, weight));
  }
  return named;
}

function namesIn(
  question: string,
  links: Links,
  about: readonly SubjectMatch[],
): ReadonlySet<number> {
  const names = new Set(about.map(({ name }) => name));
  const words = foldedWords(question);
  for (let first = 0; first < words.length; first++) {
    for (let end = first + 1; end <= Math.min(words.length, first + LONGEST_NAME); end++) {
      const id = links.idOf(words.slice(first, end).join(" "));
      if (id < 0) continue;
      const { length } = listAt(links.holders, id);
      if (length >= 2 && length <= MOST_TELLING_HOLDERS) names.add(id);
    }
  }
  return names;
}
