import { PsiError, type Span, sentences, type Tokenizer } from "@psi/core";
import { foldedWords, foldName } from "../cut-words.js";
import type { Links } from "../links.js";
import { ascending, inverted, type Lists, listAt, listsBuilder } from "../lists.js";
import type { NamedPassage } from "../name-extractor.js";
import { type SentenceReadings, sentenceReader } from "./sentence-readings.js";

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
  const reader = sentenceReader(tokenizer);
  const telling = tellingNames(links);
  const places = listsBuilder();
  const rows = passages.map((passage, row) => {
    const cut = sentences(passage.text);
    const names = Array.from(listAt(telling, row), (id) => foldName(links.names[id] as string));
    for (const some of namePlaces(names, passage.text, cut)) {
      places.pushAll(some);
      places.close();
    }
    return reader.read(passage, cut);
  });
  const read = reader.finish(rows, (row) => links.subjectsOf(row).join("\n"));
  return stemsFrom(read, tokenizer, { rows: telling, places: places.finish() });
}

/** The names of each row that are told of, ascending, and for each entry the sentences of the row that have it. */
export interface ToldNames {
  readonly rows: Lists;
  readonly places: Lists;
}

/** Counts what was read. O(stems). */
export function stemsFrom(
  read: SentenceReadings,
  tokenizer: Tokenizer,
  told: ToldNames,
): SentenceStems {
  const passages = ascending(read.whole);
  return {
    tokenizer: tokenizer.name,
    stems: read.stems,
    weights: stemWeights(passages, read.stems.length, passages.offsets.length - 1),
    passages,
    subjects: ascending(read.subjects),
    firstSentences: read.firstSentences,
    sentences: read.sentences,
    spans: read.spans,
    ...namesThatStand(told, read.firstSentences),
  };
}

function stemWeights(passages: Lists, stems: number, count: number): Float32Array {
  const frequencies = new Uint32Array(stems);
  for (let at = 0; at < passages.values.length; at++) {
    const stem = passages.values[at] as number;
    frequencies[stem] = (frequencies[stem] as number) + 1;
  }
  return new Float32Array(frequencies).map((frequency) => Math.log(1 + count / (1 + frequency)));
}

/** The names that stand in some sentence, with the numbers of these among all sentences. */
function namesThatStand(
  { rows, places }: ToldNames,
  firstSentences: Uint32Array,
): Pick<SentenceStems, "names" | "naming"> {
  const names = listsBuilder();
  const naming = listsBuilder();
  for (let row = 0; row + 1 < rows.offsets.length; row++) {
    const first = firstSentences[row] as number;
    for (let at = rows.offsets[row] as number; at < (rows.offsets[row + 1] as number); at++) {
      const some = listAt(places, at);
      if (some.length === 0) continue;
      names.push(rows.values[at] as number);
      for (const place of some) naming.push(first + place);
      naming.close();
    }
    names.close();
  }
  return { names: names.finish(), naming: naming.finish() };
}

/** Whether few enough passages have a name, and more than one, by its number; of -1, no. */
export function tellingOf({ holders }: Links): (id: number) => boolean {
  return (id) => {
    if (id < 0) return false;
    const count = (holders.offsets[id + 1] as number) - (holders.offsets[id] as number);
    return count >= 2 && count <= MOST_TELLING_HOLDERS;
  };
}

/** For each row its names that few enough passages have. */
function tellingNames(links: Links): Lists {
  const isTelling = tellingOf(links);
  const byName = listsBuilder();
  for (let id = 0; id < links.names.length; id++) {
    if (isTelling(id)) byName.pushAll(listAt(links.holders, id));
    byName.close();
  }
  return inverted(byName.finish(), links.passageCount);
}

/** For each of some folded names the sentences in which it stands word for word, counted from 0. */
export function namePlaces(
  names: readonly string[],
  text: string,
  cut: readonly Span[],
): readonly (readonly number[])[] {
  const places: number[][] = names.map(() => []);
  if (names.length === 0) return places;
  const byPhrase = new Map(names.map((name, i) => [name, places[i] as number[]]));
  const longest = longestByFirstWord(names);
  cut.forEach(({ start, end }, place) => {
    const words = foldedWords(text.slice(start, end));
    for (let first = 0; first < words.length; first++) {
      const most = longest.get(words[first] as string) ?? 0;
      let phrase = "";
      // Names within longer names count too: "Boston" stands in "Boston College".
      for (let last = first; last < Math.min(first + most, words.length); last++) {
        phrase = last === first ? (words[last] as string) : `${phrase} ${words[last]}`;
        const known = byPhrase.get(phrase);
        if (known !== undefined && known.at(-1) !== place) known.push(place);
      }
    }
  });
  return places;
}

/** For each word with which names begin how many the longest of these has, of those that are looked for. */
function longestByFirstWord(names: readonly string[]): Map<string, number> {
  const longest = new Map<string, number>();
  for (const name of names) {
    const words = name.split(" ");
    const first = words[0] as string;
    const length = Math.min(words.length, LONGEST_NAME);
    if (length > (longest.get(first) ?? 0)) longest.set(first, length);
  }
  return longest;
}
