/** The English words that Lucene's classic analyzer leaves out, and bm25s with it. */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there " +
    "these they this to was will with"
  ).split(" "),
);

/** The same without negations, which change what is asked, and with the pronoun of one letter. */
export const functionWords: ReadonlySet<string> = new Set(
  [...englishStopWords, "i"].filter((word) => word !== "no" && word !== "not"),
);
