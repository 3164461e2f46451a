import { ALONE } from "./characters.js";
import { cutWords, foldWord } from "./cut-words.js";
import { fusedSeeds } from "./fused-seeds.js";
import type { Links } from "./links.js";
import { listAt } from "./lists.js";
import { functionWords } from "./names/word-lists.js";

/** Where a walk starts, and how much of each of its steps returns there. */
export interface LinkSeeds {
  /** By row, above 0. */
  readonly weights: ReadonlyMap<number, number>;
  readonly restart: number;
}

/** A name that more passages are about says little of any of them. */
const mostAbout = 10;
/** Questions of up to so many words that carry meaning are taken to need links. */
const shortQuestion = 12;
const shortestRestart = 0.3;
/** The weight of a passage that is about nothing but the one name in the question. */
const namedWeight = 0.5;

/**
 * 1 / (place + 2) for the rows of all lists, fused by reciprocal rank (k = 60), ten of them; and up to .5
 * for each name in the question, shared by the passages that are about it, less where the name is not the
 * first that a passage is about.
 *
 * A long question describes what it looks for in its own words, and a name is a small part of it: then links
 * lead away. So with n words that carry meaning, names count min(1, (12/n)^3), and restart grows from .3
 * towards 1 as that falls. Measured: on questions of a dozen words links add a third to the recall of
 * words, on questions of 25 and more (news, two or three sources each) they would take away a seventh.
 */
export function linkSeeds(
  links: Links,
  question: string,
  lists: readonly (readonly number[])[],
): LinkSeeds {
  const trust = Math.min(1, (shortQuestion / contentWords(question)) ** 3);
  const weights = fusedSeeds(lists);
  for (const { name, rows } of links.aboutInText(question)) {
    if (rows.length > mostAbout) continue;
    for (const row of rows) {
      const share = (namedWeight * trust * standing(links, row, name)) / rows.length;
      weights.set(row, (weights.get(row) ?? 0) + share);
    }
  }
  return { weights, restart: 1 - (1 - shortestRestart) * trust };
}

/** How much a passage is about a name: its first subject wholly, variants and further ones less. */
function standing({ subjects }: Links, row: number, name: number): number {
  const place = listAt(subjects, row).indexOf(name);
  if (place === 0) return 1;
  return place < 3 ? 0.5 : 0.25;
}

/** How many different words that carry meaning a text has, at least 1; in scripts without spaces, two letters are a word. */
function contentWords(text: string): number {
  const { starts, ends, kinds } = cutWords(text);
  const words = new Set<string>();
  let letters = 0;
  starts.forEach((start, i) => {
    if (kinds[i] === ALONE) letters++;
    else if ((ends[i] as number) - start > 1) words.add(foldWord(text.slice(start, ends[i])));
  });
  let count = letters / 2;
  for (const word of words) if (!functionWords.has(word)) count++;
  return Math.max(1, count);
}
