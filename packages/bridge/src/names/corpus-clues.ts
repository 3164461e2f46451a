import { ALONE, kindAt, LOWER, UPPER } from "../characters.js";
import { cutWords, foldWord, SPACE, START, type Words } from "../cut-words.js";
import { gathered, type Lists, listsBuilder } from "../lists.js";
import type { NamedPassage } from "../name-extractor.js";
import { renumbering, type Vocabulary, vocabulary } from "../vocabulary.js";
import { capitalisedNames } from "./capitalised-names.js";
import { functionWords } from "./word-lists.js";

/**
 * What each passage tells about the words of the corpus, and what its own names depend on. It depends on
 * the passage alone, so it is read once; words are numbers.
 */
export interface CorpusClues {
  /** Folded, in order of first sight; the first is empty, and no word. */
  readonly words: readonly string[];
  /** For each row the words that it has in lower case more or less often than capitalised. */
  readonly cases: Lists;
  /** For each of them how much more often: 2n, or -2n - 1 where n is below 0. */
  readonly caseCounts: Lists;
  /** For each row the words that may be part of sequences; 0 where one ends. */
  readonly sequences: Lists;
  /** For each row the words that are a name only where the corpus does not have them in lower case. */
  readonly openings: Lists;
  /** As `sequences`, those that are looked for in the row and not counted in it: none in almost all rows. */
  readonly uncounted: Lists;
}

/** Whether capitals set words apart: some words begin with them, and most do not. */
export function capitalsTell({ text, starts, kinds }: Words, from = 0): boolean {
  let upper = 0;
  let lower = 0;
  for (let at = from; at < kinds.length; at++) {
    if (kinds[at] === UPPER && kindAt(text, starts[at] as number) === UPPER) upper++;
    else if (kinds[at] === LOWER) lower++;
  }
  return upper > 0 && upper <= 8 + 2 * lower;
}

/** Which words may be part of sequences: letters of scripts without spaces, and all where capitals tell nothing. */
export function sequenceWords({ kinds }: Words, tells: boolean): (word: number) => boolean {
  return (word) => !tells || kinds[word] === ALONE;
}

/** Reads clues, after those that were read before. */
export interface ClueReader {
  readonly words: Vocabulary;
  /** Returns the number of the row among all that were read. O(length). */
  read(passage: NamedPassage): number;
  /** All that was read, by number. */
  all(): CorpusClues;
}

export function clueReader(before?: CorpusClues): ClueReader {
  const words = vocabulary(before?.words ?? [""]);
  const cases = listsBuilder(before?.cases);
  const counts = listsBuilder(before?.caseCounts);
  const sequences = listsBuilder(before?.sequences);
  const openings = listsBuilder(before?.openings);
  const uncounted = listsBuilder(before?.uncounted);
  let rows = before === undefined ? 0 : before.cases.offsets.length - 1;
  return {
    words,
    read({ title, text }) {
      const cut = cutWords(title ? `${title}\n${text}` : text);
      const tells = capitalsTell(cut);
      for (const [word, count] of tells ? caseCounts(cut) : []) {
        cases.push(words.numberOf(word));
        counts.push(count < 0 ? -2 * count - 1 : 2 * count);
      }
      cases.close();
      counts.close();
      sequences.pushAll(sequence(cut, 0, sequenceWords(cut, tells), words));
      sequences.close();
      openings.pushAll(openingWords(cut, words));
      openings.close();
      // Names are looked for in the text alone, in which capitals may tell nothing.
      const first = tells && title ? cutWords(title).starts.length : 0;
      if (first > 0 && !capitalsTell(cut, first))
        uncounted.pushAll(sequence(cut, first, () => true, words));
      uncounted.close();
      return rows++;
    },
    all: () => ({
      words: words.all,
      cases: cases.finish(),
      caseCounts: counts.finish(),
      sequences: sequences.finish(),
      openings: openings.finish(),
      uncounted: uncounted.finish(),
    }),
  };
}

/** One more for each word in lower case, and one less for each capitalised within a sentence. */
function caseCounts({ text, starts, ends, kinds, gaps }: Words): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < starts.length; at++) {
    const isLower = kinds[at] === LOWER;
    if (!isLower && (kinds[at] !== UPPER || gaps[at] === START)) continue;
    const word = foldWord(text.slice(starts[at], ends[at]));
    if (!functionWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + (isLower ? 1 : -1));
  }
  for (const [word, count] of counts) if (count === 0) counts.delete(word);
  return counts;
}

function openingWords(cut: Words, words: Vocabulary): Set<number> {
  const asked = new Set<number>();
  capitalisedNames(cut, (word) => {
    asked.add(words.numberOf(word));
    return false;
  });
  return asked;
}

function sequence(
  cut: Words,
  from: number,
  counts: (word: number) => boolean,
  words: Vocabulary,
): readonly number[] {
  const found: number[] = [];
  const end = (): void => {
    if (found.length > 0 && found.at(-1) !== 0) found.push(0);
  };
  for (let at = from; at < cut.starts.length; at++) {
    if (!counts(at) || (cut.gaps[at] as number) > SPACE) end();
    if (!counts(at)) continue;
    found.push(words.numberOf(foldWord(cut.text.slice(cut.starts[at], cut.ends[at]))));
  }
  return found;
}

/** The clues of those rows, in that order, with words numbered in order of first sight. O(clues). */
export function cluesOf(clues: CorpusClues, rows: ArrayLike<number>): CorpusClues {
  const { numbers, order, see } = renumbering(clues.words.length, 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    see(clues.cases, row);
    see(clues.sequences, row);
    see(clues.openings, row);
    see(clues.uncounted, row);
  }
  return {
    words: order.map((old) => clues.words[old] as string),
    cases: gathered(clues.cases, rows, numbers),
    caseCounts: gathered(clues.caseCounts, rows),
    sequences: gathered(clues.sequences, rows, numbers),
    openings: gathered(clues.openings, rows, numbers),
    uncounted: gathered(clues.uncounted, rows, numbers),
  };
}
