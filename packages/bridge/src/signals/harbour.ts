import type { SparseIndex, Tokenizer } from "@psi/core";
import { buildLinks, type Links } from "../index.js";
import { type SentenceStems, sentenceStems } from "./sentence-stems.js";

/** Passages of our own for tests: names that recur, two links to follow. */
export const harbour: readonly { readonly title?: string; readonly text: string }[] = [
  {
    title: "The Petrel",
    text: "The Petrel was a brig. She was built by Hendry Pask in 1840. She was lost in 1866.",
  },
  {
    title: "Hendry Pask",
    text: "Hendry Pask was born at Harsett. He kept a yard in Cable Street.",
  },
  { title: "Harsett", text: "Harsett is a village without a harbour. Coffins were made there." },
  { title: "Edith Sarn", text: "Edith Sarn drew lilies. She sailed in the Plover." },
  { title: "The Plover", text: "The Plover was a barque. Dina Festing mended her clock." },
  { text: "It rained for a week, and nobody went out." },
];

/** Lower-case words of three letters and more. */
export const plainWords: Tokenizer = {
  name: "plain",
  tokenize: (text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [],
};

/** Counts shared words: enough of an index to start from. */
export function sharedWords(texts: readonly string[]): SparseIndex {
  const scoreOf = (query: string, row: number): number => {
    const words = new Set(plainWords.tokenize(texts[row] ?? ""));
    return new Set(plainWords.tokenize(query).filter((word) => words.has(word))).size;
  };
  return {
    search: (query, limit) =>
      texts
        .map((_, id) => ({ id, score: scoreOf(query, id) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.id - b.id)
        .slice(0, limit),
    score: (query, rows) => Float64Array.from(rows, (row) => scoreOf(query, row)),
  };
}

export function harbourBridge(): { readonly links: Links; readonly stems: SentenceStems } {
  const links = buildLinks(harbour);
  return { links, stems: sentenceStems(harbour, links, plainWords) };
}
