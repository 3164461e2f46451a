import { type Evidence, plainText, type Span, sentences, type Tokenizer } from "@psi/core";
import { trimmed } from "./citation.js";

/** The sentence of a passage that shares most words with a statement. */
export interface Closest {
  /** Characters of the passage's text; the whole passage where no sentence shares a word. */
  readonly span: Span;
  /** How many words it shares. */
  readonly shared: number;
}

/** Finds sentences for the statements of one answer. */
export interface SentenceFinder {
  closest(statement: ReadonlySet<string>, passage: Evidence): Closest;
  /** Whether it was asked too much: some statements then have the whole passage. */
  readonly isSpent: boolean;
}

/** The sentences of a passage, and which of them have a word. */
interface Indexed {
  readonly whole: Span;
  readonly spans: readonly Span[];
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

/** Comparisons of a word with a sentence that has it: some thousand times as many as an answer needs. */
const MOST_STEPS = 5_000_000;

/**
 * A finder for one answer. Markup belongs to no sentence. Of sentences that share equally many words the
 * shortest says it most closely. O(characters of the passages, once, + words of the statements x sentences that
 * have them), never more than `steps` of the latter.
 */
export function sentenceFinder(tokenizer: Tokenizer, steps: number = MOST_STEPS): SentenceFinder {
  const known = new Map<Evidence, Indexed>();
  let stepsLeft = steps;
  let isSpent = false;
  return {
    get isSpent() {
      return isSpent;
    },
    closest(statement, passage) {
      const indexed = known.get(passage) ?? indexOf(passage, tokenizer);
      known.set(passage, indexed);
      const words = [...statement].map((word) => indexed.holders.get(word) ?? []);
      const cost = words.reduce((sum, { length }) => sum + length, 0);
      if (cost > stepsLeft) {
        isSpent = true;
        return { span: indexed.whole, shared: 0 };
      }
      stepsLeft -= cost;
      return best(indexed, words);
    },
  };
}

function best({ whole, spans }: Indexed, words: readonly (readonly number[])[]): Closest {
  const counts = new Map<number, number>();
  for (const holders of words) {
    for (const at of holders) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  let closest: Closest = { span: whole, shared: 0 };
  for (const [at, shared] of counts) {
    const span = spans[at] as Span;
    if (shared < closest.shared) continue;
    if (shared === closest.shared && compared(span, closest.span) >= 0) continue;
    closest = { span, shared };
  }
  return closest;
}

/** Shorter spans first, then earlier ones. */
function compared(a: Span, b: Span): number {
  return a.end - a.start - (b.end - b.start) || a.start - b.start;
}

function indexOf({ found: { node } }: Evidence, tokenizer: Tokenizer): Indexed {
  const text = plainText({ pageContent: node.text, metadata: node.metadata });
  const holders = new Map<string, number[]>();
  const spans = sentences(text).map((span, at) => {
    for (const word of new Set(tokenizer.tokenize(text.slice(span.start, span.end)))) {
      const those = holders.get(word);
      if (those === undefined) holders.set(word, [at]);
      else those.push(at);
    }
    return trimmed(text, span);
  });
  return { whole: trimmed(node.text, { start: 0, end: node.text.length }), spans, holders };
}
