import type { Token } from "@psi/core";

/** BM25 straight from its formula, over lists of terms: each row's score for a query. */
export function naiveBm25(
  rows: readonly (readonly string[])[],
  query: readonly string[],
  k1: number,
  b: number,
): readonly number[] {
  const mean = rows.reduce((sum, row) => sum + row.length, 0) / rows.length;
  return rows.map((row) => {
    let score = 0;
    for (const term of query) {
      const f = row.filter((each) => each === term).length;
      const n = rows.filter((each) => each.includes(term)).length;
      if (f === 0) continue;
      const idf = Math.log(1 + (rows.length - n + 0.5) / (n + 0.5));
      score += (idf * f) / (f + k1 * (1 - b + (b * row.length) / mean));
    }
    return score;
  });
}

/** The same over tokens, straight from what `queryWeights` says, without typing errors. */
export function naiveTokenBm25(
  rows: readonly (readonly Token[])[],
  query: readonly Token[],
  k1: number,
  b: number,
): readonly number[] {
  const termsOf = (row: readonly Token[]): readonly string[] =>
    row.flatMap(({ term, variants, broader }) => [term, ...variants, ...broader]);
  const lengthOf = (row: readonly Token[]): number =>
    row.filter(({ isStopWord }) => !isStopWord).length;
  const mean = rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length || 1;
  const holders = (term: string): number =>
    rows.filter((row) => termsOf(row).includes(term)).length;
  const scoreOf = (term: string, row: readonly Token[]): number => {
    const f = termsOf(row).filter((each) => each === term).length;
    const n = holders(term);
    if (f === 0) return 0;
    const idf = Math.log(1 + (rows.length - n + 0.5) / (n + 0.5));
    return (idf * f) / (f + k1 * (1 - b + (b * lengthOf(row)) / mean));
  };
  const shared = (terms: readonly string[], row: readonly Token[]): number =>
    terms.reduce((sum, term) => sum + scoreOf(term, row) / terms.length, 0);
  const words = query.filter(({ isStopWord }) => !isStopWord);
  const stopWords = query.filter(({ isStopWord }) => isStopWord);
  return rows.map((row) => {
    let score = 0;
    for (const { term, variants, broader } of words.length > 0 ? words : stopWords) {
      const isExact = [term, ...variants].some((each) => holders(each) > 0);
      score += scoreOf(term, row) + shared(variants, row);
      if (!isExact) score += shared(broader, row);
    }
    if (score === 0 || words.length === 0) return score;
    return score + 0.125 * stopWords.reduce((sum, { term }) => sum + scoreOf(term, row), 0);
  });
}

/** Cuts at spaces, changes nothing. */
export const spaces = {
  name: "spaces",
  tokenize: (text: string): readonly string[] => text.split(" ").filter((term) => term !== ""),
};
