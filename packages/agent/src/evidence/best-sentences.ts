import { type Evidence, type Span, sentences, type Tokenizer } from "@psi/core";
import { trimmed } from "./cite.js";

/** A sentence of a passage. */
export interface FoundSentence {
  readonly evidence: Evidence;
  readonly span: Span;
}

/**
 * What a sentence is worth: how much of the question it shares (words that few sentences have counting more,
 * 0 to 1), the place of its passage from 0, whether it stands early in it, and the logarithm of its length.
 * A logistic regression for "holds the answer" on musique_train100 and hotpotqa_train100, rounded.
 */
const WORTH = { shared: 0.9, place: -0.33, early: 1.2, length: 0.54 };

/** Passages that are looked at, best first: later ones hardly ever hold what the first do not. */
const PASSAGES = 10;

/**
 * The sentences that most likely hold the answer, without a model; in the order in which they stand, best
 * passage first. Fewer than `count` where the passages have fewer. O(characters of ten passages).
 */
export function bestSentences(
  question: string,
  evidence: readonly Evidence[],
  { tokenizer, count }: { readonly tokenizer: Tokenizer; readonly count: number },
): readonly FoundSentence[] {
  const candidates = evidence.slice(0, PASSAGES).flatMap((each, place) => {
    const { text } = each.found.node;
    return sentences(text).map((span, position) => {
      const words = tokenizer.tokenize(text.slice(span.start, span.end));
      return {
        evidence: each,
        place,
        position,
        span: trimmed(text, span),
        words: new Set(words),
        length: words.length,
      };
    });
  });
  const sharedPart = sharing(question, candidates, tokenizer);
  return candidates
    .filter(({ span }) => span.end > span.start)
    .map((candidate) => ({
      ...candidate,
      worth:
        WORTH.shared * sharedPart(candidate.words) +
        WORTH.place * candidate.place +
        WORTH.early / (1 + candidate.position) +
        WORTH.length * Math.log1p(candidate.length),
    }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, count)
    .sort((a, b) => a.place - b.place || a.position - b.position);
}

/** The part of the question's words, by their rarity among the sentences, that a sentence has. */
function sharing(
  question: string,
  candidates: readonly { readonly words: ReadonlySet<string> }[],
  tokenizer: Tokenizer,
): (words: ReadonlySet<string>) => number {
  const rarity = new Map<string, number>();
  let total = 0;
  for (const word of new Set(tokenizer.tokenize(question))) {
    const holders = candidates.filter(({ words }) => words.has(word)).length;
    const weight = Math.log(1 + candidates.length / (1 + holders));
    rarity.set(word, weight);
    total += weight;
  }
  return (words) => {
    if (total === 0) return 0;
    let shared = 0;
    for (const [word, weight] of rarity) if (words.has(word)) shared += weight;
    return shared / total;
  };
}
