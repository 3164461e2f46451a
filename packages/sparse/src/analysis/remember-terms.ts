const mostWords = 50_000;

/** Longer words would keep the text alive that they are cut from: see `copied`. */
const longestCopied = 12;

/**
 * Wraps a function of a word so that it runs once for a word that comes often. Holds at most 50,000
 * short words, then starts afresh.
 */
export function rememberTerms(termOf: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    if (word.length > longestCopied) return termOf(word);
    const before = known.get(word);
    if (before !== undefined) return before;
    const term = termOf(word);
    if (known.size >= mostWords) known.clear();
    known.set(word, term);
    return term;
  };
}
