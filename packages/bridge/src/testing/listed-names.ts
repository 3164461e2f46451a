import type { NameExtractor } from "../name-extractor.js";

/** An extractor for tests: subjects are the words of the title, mentions those of the text. */
export function listedNames(): NameExtractor {
  const wordsOf = (text: string): readonly string[] =>
    text.split(" ").filter((word) => word !== "");
  return {
    name: "listed",
    extract: ({ title = "", text }) => ({ subjects: wordsOf(title), mentions: wordsOf(text) }),
  };
}
