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

/** Cuts at spaces, changes nothing. */
export const spaces = {
  name: "spaces",
  tokenize: (text: string): readonly string[] => text.split(" ").filter((term) => term !== ""),
};
