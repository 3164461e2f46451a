/** What a model is told about its task; the texts follow in a message of their own. */
export interface Prompt {
  /** Raised with every change of the wording: abstracts of another version are other abstracts. */
  readonly version: number;
  /**
   * @param limit the most words, or the most phrases.
   * @param language such as "English"; the texts' own when left out.
   */
  instructions(limit: number, language?: string): string;
}

/** What every prompt says about the language of the reply. */
export function languageRule(language: string | undefined): string {
  return language === undefined
    ? "Write in the language that most of the texts are written in. Keep names as the texts spell them."
    : `Write in ${language}, whatever the language of the texts. Keep names as the texts spell them.`;
}
