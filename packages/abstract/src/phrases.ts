import { characterPairs, type Statistics } from "./statistics.js";
import { commonSequences, functionCharacters } from "./stop-words.js";
import { pairHash, type Word, wordsOf } from "./words.js";

/** A text to look for phrases in. */
export interface Source {
  readonly text: string;
  /** Whose text it is: the child's place in the group. */
  readonly child: number;
  /** How much a phrase in it counts for this child, above 0. */
  readonly weight: number;
}

/** A phrase that some children hold. */
export interface Phrase {
  /** What equal phrases share. */
  readonly key: string;
  /** The keys of its words, or its characters where they are written without spaces. */
  readonly parts: readonly string[];
  /** How much it counts for each child that holds it. */
  readonly children: ReadonlyMap<number, number>;
  /** How rare it is in the corpus, in bits. */
  readonly rarity: number;
  /** Its most common form. */
  readonly surface: string;
  /** Whether all of it is a name. */
  readonly named: boolean;
}

/** How much a part of a name counts: two texts that share "Henry" need not share a Henry. */
const fragmentWeight = 0.25;

/** The most words, and the most characters of unspaced text, in a phrase. */
const mostWords = 4;
const mostCharacters = 8;

/** Words inside a name, between two capital ones: "House of Lords". */
const connectors = new Set(
  "of de la du des van von der den di da del della le el al bin ibn y e zu the".split(" "),
);

interface Gathered {
  readonly parts: readonly string[];
  readonly children: Map<number, number>;
  readonly surfaces: Map<string, number>;
  readonly rarity: number;
  named: boolean;
}

/**
 * All phrases of some texts: names, runs of one to four words between stop words and punctuation that do
 * not end like a verb or an adverb, and runs of two to eight Chinese or Japanese characters.
 * O(words + characters).
 */
export function phrasesOf(
  sources: readonly Source[],
  stopWords: ReadonlySet<string>,
  statistics: Statistics,
): readonly Phrase[] {
  const gathered = new Map<string, Gathered>();
  for (const source of sources) {
    const words = wordsOf(source.text);
    const kinds = words.map((word) => kindOf(word, stopWords, statistics));
    for (let from = 0; from < words.length; from++) {
      if (words[from]!.unspaced)
        gatherCharacters(gathered, source, words[from]!.surface, statistics);
      else if (kinds[from]! & begins) gatherWords(gathered, source, words, kinds, from, statistics);
    }
    gatherBracketed(gathered, source, statistics);
  }
  return [...gathered].map(([key, { parts, children, surfaces, rarity, named }]) => ({
    key,
    parts,
    children,
    rarity,
    named,
    surface: mostCommon(surfaces),
  }));
}

// What a word may do in a phrase, as bits.
const begins = 1;
const ends = 2;
const alone = 4;
const named = 8;
const joins = 16;
const number = 32;

function kindOf(word: Word, stopWords: ReadonlySet<string>, statistics: Statistics): number {
  if (word.unspaced) return 0;
  const { low } = word;
  if (connectors.has(low)) return word.capital ? 0 : joins;
  if (stopWords.has(low)) return 0;
  const first = low.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    // Decades tell something alone; years, "3rd" and "12" only inside a longer phrase.
    const decade = /^(?:1\d|20)\d0s$/.test(low);
    return number | begins | (low.length > 1 ? ends : 0) | (decade ? alone : 0);
  }
  const single = low.length > 2 ? alone : 0;
  if (word.capital && statistics.isName(word)) return begins | ends | named | single;
  if (low.endsWith("ly")) return 0;
  return begins | (endsLikeModifier(low) ? 0 : ends | single);
}

/** Whether a small word looks like a participle or an adjective, which no phrase ends with. */
function endsLikeModifier(low: string): boolean {
  const { length } = low;
  if (low.endsWith("ed")) return length > 4 && !low.endsWith("eed");
  if (low.endsWith("ing")) return length > 5;
  return (
    low === "new" ||
    low === "great" ||
    low.endsWith("ous") ||
    low.endsWith("ful") ||
    low.endsWith("less")
  );
}

function gatherWords(
  gathered: Map<string, Gathered>,
  source: Source,
  words: readonly Word[],
  kinds: readonly number[],
  from: number,
  statistics: Statistics,
): void {
  let key = "";
  let rarity = 0;
  let onlyNames = true;
  for (let to = from; to < words.length && to < from + mostWords + 1; to++) {
    const word = words[to]!;
    const kind = kinds[to]!;
    if (word.unspaced || kind === 0 || (to > from && word.apart)) return;
    if (to > from && !follows(words, kinds, from, to)) return;
    key = to === from ? word.key : `${key} ${word.key}`;
    onlyNames &&= (kind & (named | joins | number)) !== 0;
    rarity =
      to === from
        ? statistics.rarity(word.hash)
        : Math.max(rarity, pairRarity(words, to, statistics));
    if (kind & ends && (to > from || kind & alone)) {
      const known =
        gathered.get(key) ??
        entry(
          gathered,
          key,
          words.slice(from, to + 1).map((each) => each.key),
          rarity,
        );
      if (onlyNames) known.named = true;
      const weight = isFragment(words, kinds, from, to)
        ? source.weight * fragmentWeight
        : source.weight;
      record(known, source.child, weight, surfaceOf(words, from, to, kinds));
    }
  }
}

/** Whether the word at `to` may go on with the phrase that began at `from`. */
function follows(
  words: readonly Word[],
  kinds: readonly number[],
  from: number,
  to: number,
): boolean {
  const kind = kinds[to]!;
  const before = kinds[to - 1]!;
  if (kind & joins) {
    // "House of the Lords", and "harbour of Orrin": one noun before, a name behind.
    if (kinds[from]! & (named | number)) return (before & (named | joins)) !== 0;
    return words[to]!.low === "of" && to - 1 === from && (before & ends) !== 0;
  }
  if (before & joins) return (kind & named) !== 0;
  // A name begins where small letters end: "said Ada Vance" is no phrase.
  if (kind & named) return words[to - 1]!.capital || (before & number) !== 0;
  return !(kind & before & number);
}

/** Whether a name goes on before or behind these words: "Henry" in "Henry Sturt". */
function isFragment(
  words: readonly Word[],
  kinds: readonly number[],
  from: number,
  to: number,
): boolean {
  const before = from > 0 && !words[from]!.apart && kinds[from - 1]! & (named | joins);
  const behind = to + 1 < words.length && !words[to + 1]!.apart && kinds[to + 1]! & named;
  return Boolean((kinds[from]! & named && before) || (kinds[to]! & named && behind));
}

function pairRarity(words: readonly Word[], at: number, statistics: Statistics): number {
  const word = words[at]!;
  return Math.max(
    statistics.rarity(word.hash),
    statistics.rarity(pairHash(words[at - 1]!.hash, word.hash)),
  );
}

/** A phrase as it is written; a word that is capital only because its sentence begins becomes small. */
function surfaceOf(
  words: readonly Word[],
  from: number,
  to: number,
  kinds: readonly number[],
): string {
  let surface = "";
  for (let i = from; i <= to; i++) {
    const word = words[i]!;
    const plain =
      word.opening && word.capital && !(kinds[i]! & named) && !(i < to && words[i + 1]!.capital);
    surface += `${i > from ? " " : ""}${plain ? word.low : word.surface}`;
  }
  return surface;
}

/** Every run of two to eight characters that does not begin or end with one that only carries grammar. */
function gatherCharacters(
  gathered: Map<string, Gathered>,
  source: Source,
  run: string,
  statistics: Statistics,
): void {
  const rarities = characterPairs(run).map((hash) => statistics.rarity(hash));
  for (let from = 0; from < run.length - 1; from++) {
    if (functionCharacters.has(run.charAt(from))) continue;
    let rarity = 0;
    for (let to = from + 1; to < Math.min(run.length, from + mostCharacters); to++) {
      rarity = Math.max(rarity, rarities[to - 1]!);
      if (functionCharacters.has(run.charAt(to))) continue;
      const key = run.slice(from, to + 1);
      if (commonSequences.has(key)) continue;
      record(
        gathered.get(key) ?? entry(gathered, key, [...key], rarity),
        source.child,
        source.weight,
        key,
      );
    }
  }
}

const bracketed = /《([^《》\n]{1,24})》|「([^「」\n]{2,16})」|『([^『』\n]{2,16})』/g;

/** Names in Chinese and Japanese brackets. */
function gatherBracketed(
  gathered: Map<string, Gathered>,
  source: Source,
  statistics: Statistics,
): void {
  if (!/[《「『]/.test(source.text)) return;
  for (const [, book, quote, other] of source.text.matchAll(bracketed)) {
    const name = (book ?? quote ?? other ?? "").trim();
    if (name.length < 2 || /[。！？]/.test(name)) continue;
    const rarity = Math.max(0, ...characterPairs(name).map((hash) => statistics.rarity(hash)));
    const known = gathered.get(name) ?? entry(gathered, name, [...name], rarity);
    known.named = true;
    record(known, source.child, source.weight, name);
  }
}

function entry(
  gathered: Map<string, Gathered>,
  key: string,
  parts: readonly string[],
  rarity: number,
): Gathered {
  const made: Gathered = { parts, rarity, children: new Map(), surfaces: new Map(), named: false };
  gathered.set(key, made);
  return made;
}

/** A phrase counts for a child by the weightiest text that holds it, and a little more each time it returns. */
function record(phrase: Gathered, child: number, weight: number, surface: string): void {
  const known = phrase.children.get(child);
  phrase.children.set(child, known === undefined ? weight : Math.max(known, weight) + weight / 10);
  phrase.surfaces.set(surface, (phrase.surfaces.get(surface) ?? 0) + 1);
}

function mostCommon(surfaces: ReadonlyMap<string, number>): string {
  let best = "";
  let most = 0;
  for (const [surface, count] of surfaces) {
    if (count > most) {
      best = surface;
      most = count;
    }
  }
  return best;
}
