import { ALONE, kindAt, LOWER, UPPER } from "../characters.js";
import { cutWords, foldedWords, foldWord, SPACE, type WordSpan, type Words } from "../cut-words.js";
import type { NamedPassage, NameExtractor, PassageNames } from "../name-extractor.js";
import { capitalisedNames } from "./capitalised-names.js";
import { capitalsTell, clueReader, sequenceWords } from "./corpus-clues.js";
import { type CorpusWords, corpusCounts } from "./corpus-counts.js";
import { nameVariants } from "./name-variants.js";
import { quotedNames } from "./quoted-names.js";
import { numbersWithUnits } from "./sticky-sequences.js";
import { titleNames } from "./title-names.js";
import { addresses, functionWords, isAcronym, isSuffix, ranks } from "./word-lists.js";

/** A name that starts within so many UTF-16 units of the text is what the passage is about. */
const headLength = 45;
const mostInHead = 3;
/** Words of two letters that are names: EU, K2, 3M, Xi. Others are abbreviations of what follows. */
const shortName = /^(?:\p{Lu}[\p{L}\p{N}]|\p{N}\p{Lu})$/u;

/** What is known of the corpus: before it is bound to one, nothing. */
type Corpus = Pick<CorpusWords, "isOrdinary"> & Partial<CorpusWords>;

/**
 * Finds names without a model: the title, capitalised words, what stands in quotes and brackets of names,
 * and, where capitals tell nothing (other scripts, all-capital and lower-case text), Latin words, numbers
 * with units, and sequences that the corpus shows to stick together. The first names of a text are its
 * subjects, beside the title. Every name comes with its variants: "George James Rankin", "George Rankin".
 *
 * O(length). Without `forCorpus` no sequences are found, and every capitalised word at the start of a
 * sentence counts that is no common English one.
 */
export function names(): NameExtractor {
  return extractor({ isOrdinary: () => false });
}

/** Those made here, whose names over a corpus that changes are known from clues. */
const made = new WeakSet<NameExtractor>();

function extractor(corpus: Corpus): NameExtractor {
  const extractor: NameExtractor = {
    name: "names/2",
    extract: (passage) => extract(passage, corpus),
    forCorpus: (texts) => {
      const reader = clueReader();
      let rows = 0;
      for (const text of texts) rows = reader.read({ text }) + 1;
      const once = new Uint8Array(rows).fill(1);
      return namesOver(
        corpusCounts(reader.all(), reader.words, { before: new Uint8Array(rows), after: once }),
      );
    },
  };
  made.add(extractor);
  return extractor;
}

/** Whether `namesOver` gives the names that this extractor would give. */
export function readsClues(extractor: NameExtractor): boolean {
  return made.has(extractor);
}

/** `names()`, bound to a corpus. */
export function namesOver(corpus: CorpusWords): NameExtractor {
  return extractor(corpus);
}

function extract({ title, text }: NamedPassage, corpus: Corpus): PassageNames {
  const words = cutWords(text);
  const titled = title === undefined ? [] : titleNames(title);
  const subjects = new Set(titled.flatMap(nameVariants));
  const mentions = new Set<string>();
  const headIsSubject = !standsInHead(titled[0] ?? "", words);
  let inHead = 0;
  const take = (first: number, last: number): void => {
    const start = words.starts[first] as number;
    const name = text.slice(start, words.ends[last]);
    if (!isName(name)) return;
    const isSubject =
      headIsSubject && start <= headLength && inHead < mostInHead && !/^\p{N}+$/u.test(name);
    if (isSubject) inHead++;
    for (const variant of nameVariants(name)) (isSubject ? subjects : mentions).add(variant);
  };
  for (const [first, last] of namesByForm(words, corpus)) take(first, last);
  for (const name of otherNames(words)) if (isName(name)) mentions.add(name);
  for (const name of namesInTitle(title ?? "", corpus))
    for (const variant of nameVariants(name)) if (!subjects.has(variant)) mentions.add(variant);
  return { subjects: [...subjects], mentions: [...mentions] };
}

/** The names within a title that says more than a name: "Who was Ada Vance?". */
function namesInTitle(title: string, { isOrdinary }: Corpus): readonly string[] {
  const words = cutWords(title);
  if (!capitalsTell(words)) return [];
  return capitalisedNames(words, isOrdinary)
    .map(([first, last]) => title.slice(words.starts[first], words.ends[last]))
    .filter((name) => name.length < title.length && isName(name) && !/^\p{N}+$/u.test(name));
}

/**
 * Whether a word of the title stands at the start of the text: then the title names what the passage is
 * about. Otherwise it may be a heading ("Introduction"), and the first names of the text count as well.
 */
function standsInHead(title: string, words: Words): boolean {
  const head = new Set(foldedWords(words.text.slice(0, 4 * headLength)));
  return foldedWords(title).some((word) => head.has(word) && !functionWords.has(word));
}

/** Stretches of words that are names by their capitals, or since they stick together. */
function namesByForm(words: Words, { isOrdinary, sticky }: Corpus): readonly WordSpan[] {
  const tells = capitalsTell(words);
  const capitalised = tells ? capitalisedNames(words, isOrdinary) : [];
  return [...capitalised, ...(sticky?.find(words, sequenceWords(words, tells)) ?? [])];
}

/** What stands in quotes, and between other scripts: Latin words, numbers with units. */
function otherNames(words: Words): readonly string[] {
  const { text, starts, ends, kinds } = words;
  const found = quotedNames(text).map((name) => name.trim());
  if (kinds.includes(ALONE) || !capitalsTell(words)) {
    for (const [first, last] of numbersWithUnits(words))
      found.push(text.slice(starts[first], ends[last]));
  }
  return kinds.includes(ALONE) ? [...found, ...latinAmongOthers(words)] : found;
}

/** Latin words between letters of scripts without spaces: "iPhone 14". */
function latinAmongOthers({ text, starts, ends, kinds, gaps }: Words): readonly string[] {
  const found: string[] = [];
  for (let first = 0; first < starts.length; first++) {
    if (kinds[first] !== LOWER && kinds[first] !== UPPER) continue;
    let last = first;
    while (
      last + 1 < starts.length &&
      kinds[last + 1] !== ALONE &&
      (gaps[last + 1] as number) <= SPACE
    )
      last++;
    if (last - first < 5) found.push(text.slice(starts[first], ends[last]));
    first = last;
  }
  return found;
}

function isName(name: string): boolean {
  if (name.length < 2) return false;
  if (isAcronym(name)) return true;
  if (name.length === 2 && kindAt(name, 0) !== ALONE) {
    const folded = foldWord(name);
    const belongsToName = addresses.has(folded) || ranks.has(folded) || isSuffix(name);
    if (!shortName.test(name) || belongsToName) return false;
  }
  return name.includes(" ") || !functionWords.has(foldWord(name));
}
