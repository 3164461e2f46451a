import { sentences } from "@psi/core";
import type { Child } from "./children.js";
import { characterPairs, type Statistics, textLimit } from "./statistics.js";
import { stopWordsFor } from "./stop-words.js";
import { type Word, wordsOf } from "./words.js";

/** A sentence that may stand for a group. */
export interface Candidate {
  /** The sentence, with the title in front where it does not say what it is about. */
  readonly text: string;
  /** Whose sentence it is: the child's place in the group. */
  readonly child: number;
  /** Its place among all sentences of the group. */
  readonly place: number;
  /** The weights of its terms; together of length 1. */
  readonly terms: ReadonlyMap<number, number>;
  /** How well it stands alone, whatever its subject: above 0; 1 for a plain sentence. */
  readonly fitness: number;
}

const pronoun =
  /^["'“‘(]*(?:(?:he|she|it|they|his|her|its|their|this|these|those|such|there|here|who|which|also|then|however|but|and|so|thus|er|sie|es|il|elle|ils|elles|él|ella|ele|ela|он|она|они)\b(?!-)|[他她它其该該此这這那彼])/iu;

/** Sentences that begin in the middle, or lead up to a list. */
const broken = /^[\p{Ll},.)]|[:：,]$/u;

/** The sentences of all children, in order, ready to be compared. O(length of the texts). */
export function candidatesOf(
  children: readonly Child[],
  statistics: Statistics,
): readonly Candidate[] {
  const stopWords = stopWordsFor(children.map(({ body }) => body));
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (const { index, title, body } of children) {
    const head = body.slice(0, textLimit);
    const subject = title === undefined ? undefined : subjectOf(title);
    for (const [order, { start, end }] of sentences(head).entries()) {
      const sentence = head.slice(start, end).trim().replace(/\s+/g, " ");
      const words = wordsOf(sentence);
      if (words.length === 0 || seen.has(sentence)) continue;
      seen.add(sentence);
      const named = subject === undefined || mentions(words, sentence, subject);
      candidates.push({
        text: named ? sentence : titled(subject.shown, sentence),
        child: index,
        place: candidates.length,
        terms: termsOf(words, stopWords, statistics),
        fitness: fitnessOf(sentence, words, order, title !== undefined),
      });
    }
  }
  return candidates;
}

/**
 * Short, overlong and broken sentences, and those whose subject stands in another one, fit less; the first
 * of a text fits best.
 */
function fitnessOf(
  sentence: string,
  words: readonly Word[],
  order: number,
  hasTitle: boolean,
): number {
  const size = words.reduce(
    (sum, { unspaced, surface }) => sum + (unspaced ? surface.length / 1.5 : 1),
    0,
  );
  const length = size < 6 ? size / 12 : size > 45 ? 0.75 : 1;
  const whole = broken.test(sentence) ? 0.5 : 1;
  const subject = pronoun.test(sentence) ? (hasTitle ? 0.6 : 0.25) : 1;
  return length * whole * subject * (order === 0 ? 1.25 : 1);
}

/** What a text is about, by its title. */
interface Subject {
  /** The title as it is put before a sentence. */
  readonly shown: string;
  /** The title up to its first bracket. */
  readonly name: string;
  /** The keys of its longer words. */
  readonly keys: readonly string[];
}

/** More characters of a title are a text of its own, and would be repeated with every sentence. */
const longestTitle = 300;

function subjectOf(title: string): Subject {
  const head = title
    .slice(0, longestTitle)
    .replace(/\p{Surrogate}$/u, "")
    .trim();
  const bracket = head.search(/[(（]/);
  const name = (bracket < 0 ? head : head.slice(0, bracket)).trimEnd();
  const longer = wordsOf(name).filter(({ surface, unspaced }) => !unspaced && surface.length > 2);
  const shown = title.length > longestTitle ? `${head}…` : head;
  return { shown, name, keys: longer.map(({ key }) => key) };
}

/**
 * Whether a sentence says what it is about: it holds the title, brackets apart, or begins with no pronoun and
 * has at least half of the title's words.
 */
function mentions(words: readonly Word[], sentence: string, { name, keys }: Subject): boolean {
  if (sentence.includes(name)) return true;
  if (pronoun.test(sentence)) return false;
  const held = new Set(words.map(({ key }) => key));
  return keys.length > 0 && keys.filter((key) => held.has(key)).length * 2 >= keys.length;
}

function titled(title: string, sentence: string): string {
  return /\p{Script=Han}/u.test(title) ? `${title}：${sentence}` : `${title}: ${sentence}`;
}

/** Rarity times damped frequency of each word, or each pair of characters, scaled to length 1. */
function termsOf(
  words: readonly Word[],
  stopWords: ReadonlySet<string>,
  statistics: Statistics,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { surface, low, hash, unspaced } of words) {
    if (!unspaced && stopWords.has(low)) continue;
    const hashes = unspaced ? characterPairs(surface) : [hash];
    for (const each of hashes) counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  return scaled(counts, (hash, count) => (1 + Math.log(count)) * statistics.rarity(hash));
}

/** Weights with length 1; all zeros stay zeros. */
export function scaled(
  raw: ReadonlyMap<number, number>,
  weightOf: (term: number, value: number) => number,
): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  let squares = 0;
  for (const [term, value] of raw) {
    const weight = weightOf(term, value);
    weights.set(term, weight);
    squares += weight * weight;
  }
  const length = Math.sqrt(squares) || 1;
  for (const [term, weight] of weights) weights.set(term, weight / length);
  return weights;
}
