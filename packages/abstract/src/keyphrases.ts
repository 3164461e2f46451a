import { type Abstract, type Abstracter, type AbstractGroup, requireWhole } from "@psi/core";
import { byCentrality, type Child, childrenOf } from "./children.js";
import { chooseShared, repeats, standsIn } from "./choose-phrases.js";
import { type Phrase, phrasesOf, type Source } from "./phrases.js";
import { plainHead } from "./plain-head.js";
import { corpusStatistics, noStatistics, type Statistics, textLimit } from "./statistics.js";
import { stopWordsFor } from "./stop-words.js";
import { wordsOf } from "./words.js";

export interface KeyphrasesOptions {
  /** The most phrases, 2 to 100; 12 when left out. */
  readonly maxPhrases?: number;
}

/** What stands between two phrases of a list. */
export const separator = "; ";

/**
 * Lists the phrases that set a group of texts apart from the rest of the corpus: first those that several
 * texts share, then what each text is about (its title, or its own rarest phrase). Needs no model, and is
 * the same whenever the texts are. Above the first layer it reads the lists it wrote below, and prefers
 * what several of them name early.
 *
 * `forCorpus` counts how common words are; without it all words count as equally rare.
 *
 * O(length of the texts); of each text only the first 100,000 characters are read, which is noted.
 *
 * @throws PsiError `invalid-option` when `maxPhrases` is out of range.
 */
export function keyphrases(options: KeyphrasesOptions = {}): Abstracter {
  const maxPhrases = requireWhole("maxPhrases", options.maxPhrases ?? 12, 2, 100);
  return boundTo(noStatistics, maxPhrases);
}

function boundTo(statistics: Statistics, maxPhrases: number): Abstracter {
  return {
    name: `keyphrases/1 (maxPhrases ${maxPhrases})`,
    free: true,
    async abstract(group, { signal } = {}) {
      signal?.throwIfAborted();
      return keyphrasesOf(group, maxPhrases, statistics);
    },
    forCorpus: (texts) => boundTo(corpusStatistics(texts), maxPhrases),
  };
}

function keyphrasesOf(group: AbstractGroup, maxPhrases: number, statistics: Statistics): Abstract {
  const children = childrenOf(group);
  const lists = children.map((child) => (group.layer > 1 ? listOf(child.body) : undefined));
  const sources = children.flatMap((child, index) => sourcesOf(child, lists[index]));
  const stopWords = stopWordsFor(sources.map(({ text }) => text));
  const phrases = phrasesOf(sources, stopWords, statistics);
  const own = byCentrality(children).map((child) => lists[child.index] ?? ownOf(child, phrases));
  const chosen = listed(phrases, own, children, maxPhrases, group.layer);
  const text = chosen.join(separator) || plainHead(children);
  const cut = children.filter(({ body }) => body.length > textLimit).length;
  return {
    text,
    notes: cut > 0 ? [`Only the first ${textLimit} characters of ${cut} texts were read.`] : [],
  };
}

/** The phrases of a list that this abstracter wrote; undefined for any other text. */
function listOf(body: string): readonly string[] | undefined {
  const phrases = body.split(separator).map((phrase) => phrase.trim());
  return phrases.every((phrase) => phrase !== "" && phrase.length <= longestPhrase)
    ? phrases
    : undefined;
}

/** What to look for phrases in; early phrases of a list weigh more, titles more than texts. */
function sourcesOf(
  { index, title, body }: Child,
  list: readonly string[] | undefined,
): readonly Source[] {
  if (list !== undefined) {
    return list.map((text, place) => ({ text, child: index, weight: 1 / (1 + place / 6) }));
  }
  const text = { text: body.slice(0, textLimit), child: index, weight: 1 };
  return title === undefined ? [text] : [{ text: title, child: index, weight: 1.5 }, text];
}

/** What a single passage is about: its title, then its own rarest phrases, names first. */
function ownOf({ index, title }: Child, phrases: readonly Phrase[]): readonly string[] {
  if (title !== undefined) return [title.replaceAll(";", ",").slice(0, longestPhrase)];
  const worth = (phrase: Phrase): number =>
    (phrase.children.get(index) ?? 0) *
    phrase.rarity *
    (phrase.named ? 1.5 : 1) *
    Math.min(2, phrase.parts.length);
  const held = phrases
    .filter(({ children }) => children.has(index))
    .sort((a, b) => worth(b) - worth(a));
  const chosen: Phrase[] = [];
  for (const phrase of held) {
    if (chosen.length === mostOwn) break;
    if (!chosen.some(({ parts }) => repeats(parts, phrase.parts))) chosen.push(phrase);
  }
  return chosen.map(({ surface }) => surface);
}

/** Shared phrases, then those of the children in turn, without repeating one another. */
function listed(
  phrases: readonly Phrase[],
  own: readonly (readonly string[])[],
  children: readonly Child[],
  limit: number,
  layer: number,
): readonly string[] {
  const kept = Math.min(children.length, Math.floor(limit / (layer > 1 ? 3 : 2)));
  const weights = children.map(({ weight }) => weight);
  const shared = chooseShared(phrases, weights, limit - kept, layer);
  const chosen = shared.map(({ surface, parts }) => ({ surface, parts }));
  const longest = Math.max(...own.map(({ length }) => length));
  for (let turn = 0; turn < longest; turn++) {
    for (const { [turn]: surface } of own) {
      if (chosen.length >= limit) return chosen.map((each) => each.surface);
      if (surface === undefined) continue;
      const parts = partsOf(surface);
      if (!chosen.some((known) => standsIn(parts, known.parts))) chosen.push({ surface, parts });
    }
  }
  return chosen.map((each) => each.surface);
}

function partsOf(surface: string): readonly string[] {
  return wordsOf(surface).flatMap(({ unspaced, key }) => (unspaced ? [...key] : [key]));
}

/** The most phrases of one passage without a title. */
const mostOwn = 3;
/** In UTF-16 units. */
const longestPhrase = 100;
