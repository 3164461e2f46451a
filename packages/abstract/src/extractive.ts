import { type Abstract, type Abstracter, type AbstractGroup, requireWhole } from "@psi/core";
import { type Candidate, candidatesOf } from "./candidate-sentences.js";
import { childrenOf } from "./children.js";
import { chooseSentences } from "./choose-sentences.js";
import { plainHead } from "./plain-head.js";
import { corpusStatistics, noStatistics, type Statistics, textLimit } from "./statistics.js";
import { clipWords, countWords } from "./words.js";

export interface ExtractiveOptions {
  /** The most sentences, from 1; 3 when left out. */
  readonly sentences?: number;
  /** The most words of all together, from 10; 100 when left out. */
  readonly maxWords?: number;
}

/**
 * Quotes the sentences nearest to the centre of a group: those that hold the words which the texts share and
 * the corpus does not, from different texts where possible, in order. A sentence that does not name what
 * its text is about gets the title in front. Needs no model, and is the same whenever the texts are.
 *
 * `forCorpus` counts how common words are; without it all words count as equally rare.
 *
 * O(length of the texts); of each text only the first 100,000 characters are read, which is noted.
 *
 * @throws PsiError `invalid-option` when an option is out of range.
 */
export function extractive(options: ExtractiveOptions = {}): Abstracter {
  const limits = {
    sentences: requireWhole("sentences", options.sentences ?? 3, 1),
    maxWords: requireWhole("maxWords", options.maxWords ?? 100, 10),
  };
  return boundTo(noStatistics, limits);
}

interface Limits {
  readonly sentences: number;
  readonly maxWords: number;
}

function boundTo(statistics: Statistics, limits: Limits): Abstracter {
  return {
    name: `extractive/1 (sentences ${limits.sentences}, maxWords ${limits.maxWords})`,
    free: true,
    async abstract(group, { signal } = {}) {
      signal?.throwIfAborted();
      return extractOf(group, limits, statistics);
    },
    forCorpus: (texts) => boundTo(corpusStatistics(texts), limits),
  };
}

function extractOf(
  group: AbstractGroup,
  { sentences, maxWords }: Limits,
  statistics: Statistics,
): Abstract {
  const children = childrenOf(group);
  const chosen = chooseSentences(candidatesOf(children, statistics), children);
  const kept: Candidate[] = [];
  let words = 0;
  for (const candidate of chosen) {
    const length = countWords(candidate.text);
    if (kept.length > 0 && words + length > maxWords) continue;
    kept.push(candidate);
    words += length;
    if (kept.length === sentences || words >= maxWords) break;
  }
  kept.sort((a, b) => a.place - b.place);
  const text =
    joined(kept.map((candidate) => clipWords(candidate.text, maxWords))) || plainHead(children);
  const cut = children.filter(({ body }) => body.length > textLimit).length;
  return {
    text,
    notes: cut > 0 ? [`Only the first ${textLimit} characters of ${cut} texts were read.`] : [],
  };
}

/** Sentences as a paragraph: no space after a stop of Chinese or Japanese. */
function joined(texts: readonly string[]): string {
  return texts
    .reduce((all, text) => (/[。！？」』”]$/.test(all) ? all + text : `${all} ${text}`), "")
    .trim();
}
