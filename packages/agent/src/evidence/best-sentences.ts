import {
  type Evidence,
  indexedText,
  plainText,
  type Span,
  sentences,
  type Tokenizer,
} from "@psi/core";
import { trimmed } from "./citation.js";
import { isFrame, quoteSentence } from "./quote-sentence.js";

/** A sentence of a passage. */
export interface FoundSentence {
  readonly evidence: Evidence;
  /** Characters of the passage's text. */
  readonly span: Span;
  /** What it says, on one line and without markup. */
  readonly text: string;
}

/** A sentence with what it is compared by. */
interface Candidate extends FoundSentence {
  readonly place: number;
  readonly position: number;
  readonly words: ReadonlySet<string>;
  readonly length: number;
  readonly isFrame: boolean;
}

/**
 * What a sentence is worth: how much of the question it shares (words that few sentences have counting more,
 * 0 to 1), the place of its passage from 0, whether it stands early in it, and the logarithm of its length.
 * A logistic regression for "holds the answer" on musique_train100 and hotpotqa_train100, rounded.
 */
const WORTH = { shared: 0.9, place: -0.33, early: 1.2, length: 0.54 };

/** Passages that are looked at, best first: later ones hardly ever hold what the first do not. */
const PASSAGES = 10;

/** Characters after a sentence that show whether it is an underlined heading. */
const UNDERLINE = 200;

/**
 * The sentences that most likely hold the answer, without a model; in the order in which they stand, best
 * passage first. Fewer than `count` where the passages have fewer; what has no words is none. Sentences are read
 * without markup; those that say the same are one, and headings are taken only where there is nothing else.
 * O(characters of the question and of ten passages).
 */
export function bestSentences(
  question: string,
  evidence: readonly Evidence[],
  { tokenizer, count }: { readonly tokenizer: Tokenizer; readonly count: number },
): readonly FoundSentence[] {
  const asked = new Set(tokenizer.tokenize(question));
  const all = telling(asked, evidence.slice(0, PASSAGES), tokenizer)
    .flatMap((each, place) => candidatesIn(each, place, tokenizer))
    .filter(({ length }) => length > 0);
  const saying = all.filter((candidate) => !candidate.isFrame);
  const candidates = saying.length > 0 ? saying : all;
  const sharedPart = sharing(asked, candidates);
  const ranked = candidates
    .map((candidate) => ({
      ...candidate,
      worth:
        WORTH.shared * sharedPart(candidate.words) +
        WORTH.place * candidate.place +
        WORTH.early / (1 + candidate.position) +
        WORTH.length * Math.log1p(candidate.length),
    }))
    .sort((a, b) => b.worth - a.worth);
  return firstOfEach(ranked)
    .slice(0, count)
    .sort((a, b) => a.place - b.place || a.position - b.position);
}

function candidatesIn(
  evidence: Evidence,
  place: number,
  tokenizer: Tokenizer,
): readonly Candidate[] {
  const { node } = evidence.found;
  const text = plainText({ pageContent: node.text, metadata: node.metadata });
  return sentencesOf(text, node.layer > 0).map((span, position) => {
    const said = text.slice(span.start, span.end);
    const words = tokenizer.tokenize(said);
    return {
      evidence,
      place,
      position,
      span: trimmed(text, span),
      text: quoteSentence(said),
      words: new Set(words),
      length: words.length,
      isFrame: isFrame(said, text.slice(span.end, span.end + UNDERLINE)),
    };
  });
}

/** Of sentences that say the same the first. */
function firstOfEach<T extends FoundSentence>(sentences: readonly T[]): readonly T[] {
  const first = new Map<string, T>();
  for (const each of sentences) if (!first.has(each.text)) first.set(each.text, each);
  return [...first.values()];
}

/** Whether any passage has a word of the question. */
export function anySharesWords(
  question: string,
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
): boolean {
  const asked = new Set(tokenizer.tokenize(question));
  return evidence.some((each) => sharesWord(asked, each, tokenizer));
}

function sharesWord(
  asked: ReadonlySet<string>,
  { found: { node } }: Evidence,
  tokenizer: Tokenizer,
): boolean {
  const text = indexedText({ pageContent: node.text, metadata: node.metadata });
  return tokenizer.tokenize(text).some((word) => asked.has(word));
}

/**
 * The passages that share a word with the question, or were found over a link; all where none does, since a
 * vector may have found what is said in other words.
 */
function telling(
  asked: ReadonlySet<string>,
  evidence: readonly Evidence[],
  tokenizer: Tokenizer,
): readonly Evidence[] {
  const kept = evidence.filter(
    (each) => (each.found.reasons ?? []).length > 0 || sharesWord(asked, each, tokenizer),
  );
  return kept.length > 0 ? kept : evidence;
}

/** Of an abstract only whole sentences: a list of key phrases answers nothing. */
function sentencesOf(text: string, isAbstract: boolean): readonly Span[] {
  const all = sentences(text);
  if (!isAbstract) return all;
  return all.filter(({ start, end }) =>
    /[.!?…。！？]["'”’」』)）]*\s*$/u.test(text.slice(start, end)),
  );
}

/** The part of the question's words, by their rarity among the sentences, that a sentence has. */
function sharing(
  asked: ReadonlySet<string>,
  candidates: readonly { readonly words: ReadonlySet<string> }[],
): (words: ReadonlySet<string>) => number {
  const holders = new Map([...asked].map((word) => [word, 0]));
  // Walks the sentences' words, not the question's: a question may be as long as a book.
  for (const { words } of candidates) {
    for (const word of words) {
      const before = holders.get(word);
      if (before !== undefined) holders.set(word, before + 1);
    }
  }
  const rarityOf = (count: number): number => Math.log(1 + candidates.length / (1 + count));
  let total = 0;
  for (const count of holders.values()) total += rarityOf(count);
  return (words) => {
    if (total === 0) return 0;
    let shared = 0;
    for (const word of words) {
      const count = holders.get(word);
      if (count !== undefined) shared += rarityOf(count);
    }
    return shared / total;
  };
}
