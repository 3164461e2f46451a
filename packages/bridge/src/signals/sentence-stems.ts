import { PsiError, sentences, type Tokenizer } from "@psi/core";
import { foldedWords, foldName } from "../cut-words.js";
import type { Links } from "../links.js";
import { inverted, type Lists, listAt, listsBuilder } from "../lists.js";
import type { NamedPassage } from "../name-extractor.js";

/** Names in more passages than this say too little for their sentences to be kept. */
export const MOST_TELLING_HOLDERS = 60;

/** Names of more words are not looked for in sentences. */
const LONGEST_NAME = 8;

/**
 * What the sentences of all passages say, as numbers: their stems, and the names that stand in them. Row =
 * position of the passage; sentences are numbered through all passages.
 */
export interface SentenceStems {
  /** The tokenizer's name: stems are its terms. */
  readonly tokenizer: string;
  /** Stem number to stem. */
  readonly stems: readonly string[];
  /** For each stem, log(1 + N / (1 + passages that have it)). */
  readonly weights: Float32Array;
  /** For each row its stems, title included, ascending. */
  readonly passages: Lists;
  /** For each row the stems of the names that it is about, ascending. */
  readonly subjects: Lists;
  /** For each row the number of its first sentence; one more than there are rows. */
  readonly firstSentences: Uint32Array;
  /** For each sentence its stems, ascending. */
  readonly sentences: Lists;
  /** For each sentence where it starts in its passage's text, and where it ends, in UTF-16 units. */
  readonly spans: Uint32Array;
  /** For each row its names that stand in 2 to 60 passages, ascending. */
  readonly names: Lists;
  /** For entry `i` of `names.values`, the sentences of that row in which that name stands. */
  readonly naming: Lists;
}

/**
 * Reads the sentences of all passages, in the order in which `links` were built of them. O(length).
 * @throws PsiError `invalid-option` for links of another number of passages
 */
export function sentenceStems(
  passages: readonly NamedPassage[],
  links: Links,
  tokenizer: Tokenizer,
): SentenceStems {
  if (passages.length !== links.passageCount) {
    throw new PsiError(
      "invalid-option",
      `The links are of ${links.passageCount} passages, ${passages.length} are given. Build both of the same ones.`,
    );
  }
  const vocabulary = stemNumbers(tokenizer);
  const whole = listsBuilder();
  const about = listsBuilder();
  const inSentences = listsBuilder();
  const names = listsBuilder();
  const naming = listsBuilder();
  const firstSentences = [0];
  const spans: number[] = [];
  const telling = tellingNames(links);
  passages.forEach(({ title, text }, row) => {
    addAll(whole, vocabulary.of(title ? `${title}\n${text}` : text));
    addAll(about, vocabulary.of(links.subjectsOf(row).join("\n")));
    const first = firstSentences[row] as number;
    const cut = sentences(text);
    for (const { start, end } of cut) {
      spans.push(start, end);
      addAll(inSentences, vocabulary.of(text.slice(start, end)));
    }
    firstSentences.push(first + cut.length);
    const found = namesInSentences(listAt(telling, row), links, text, cut);
    for (const [name, places] of found) {
      names.push(name);
      for (const place of places) naming.push(first + place);
      naming.close();
    }
    names.close();
  });
  const kept = whole.finish();
  return {
    tokenizer: tokenizer.name,
    stems: vocabulary.all,
    weights: stemWeights(kept, vocabulary.all.length, passages.length),
    passages: kept,
    subjects: about.finish(),
    firstSentences: Uint32Array.from(firstSentences),
    sentences: inSentences.finish(),
    spans: Uint32Array.from(spans),
    names: names.finish(),
    naming: naming.finish(),
  };
}

function addAll(lists: ReturnType<typeof listsBuilder>, values: Iterable<number>): void {
  for (const value of values) lists.push(value);
  lists.close();
}

/** Numbers stems in order of first sight. */
function stemNumbers(tokenizer: Tokenizer): {
  readonly all: string[];
  of(text: string): Uint32Array;
} {
  const all: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (stem: string): number => {
    const known = numbers.get(stem);
    if (known !== undefined) return known;
    numbers.set(stem, all.length);
    return all.push(stem) - 1;
  };
  return {
    all,
    of: (text) => Uint32Array.from(new Set(tokenizer.tokenize(text).map(numberOf))).sort(),
  };
}

function stemWeights(passages: Lists, stems: number, count: number): Float32Array {
  const frequencies = new Uint32Array(stems);
  for (const stem of passages.values) frequencies[stem] = (frequencies[stem] as number) + 1;
  return Float32Array.from(frequencies, (frequency) => Math.log(1 + count / (1 + frequency)));
}

/** For each row its names that few enough passages have. */
function tellingNames({ holders, names }: Links): Lists {
  const count = (id: number): number =>
    (holders.offsets[id + 1] as number) - (holders.offsets[id] as number);
  const telling = listsBuilder();
  for (let id = 0; id < names.length; id++) {
    if (count(id) >= 2 && count(id) <= MOST_TELLING_HOLDERS) {
      for (const row of listAt(holders, id)) telling.push(row);
    }
    telling.close();
  }
  const byName = telling.finish();
  const rows = holders.values.reduce((most, row) => Math.max(most, row), -1) + 1;
  return inverted(byName, rows);
}

/** For each name that stands word for word in some sentence, by number, those sentences. */
function namesInSentences(
  ids: Uint32Array,
  links: Links,
  text: string,
  cut: readonly { readonly start: number; readonly end: number }[],
): readonly (readonly [number, readonly number[]])[] {
  if (ids.length === 0) return [];
  const byPhrase = new Map(Array.from(ids, (id) => [foldName(links.names[id] as string), id]));
  const places = new Map<number, number[]>();
  cut.forEach(({ start, end }, place) => {
    const words = foldedWords(text.slice(start, end));
    for (let first = 0; first < words.length; first++) {
      let phrase = "";
      // Names within longer names count too: "Boston" stands in "Boston College".
      for (let last = first; last < Math.min(first + LONGEST_NAME, words.length); last++) {
        phrase = last === first ? (words[last] as string) : `${phrase} ${words[last]}`;
        const id = byPhrase.get(phrase);
        if (id === undefined) continue;
        const known = places.get(id) ?? [];
        if (known.at(-1) !== place) places.set(id, [...known, place]);
      }
    }
  });
  return [...places].sort(([a], [b]) => a - b);
}
