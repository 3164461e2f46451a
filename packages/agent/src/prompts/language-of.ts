/** Languages that there are prompts in. */
export type Language = "en" | "zh";

/** The share of a question's letters that must be Han, so that a foreign name or unit changes nothing. */
const HAN_SHARE = 0.3;

/**
 * The language that a question is answered in: "zh" when at least three tenths of its letters are Han and
 * none is kana; else "en", whose prompts say to answer in the language of the question. O(length).
 */
export function languageOf(question: string): Language {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)) return "en";
  const han = question.match(/\p{Script=Han}/gu)?.length ?? 0;
  const letters = question.match(/\p{L}/gu)?.length ?? 0;
  return han > 0 && han >= letters * HAN_SHARE ? "zh" : "en";
}
