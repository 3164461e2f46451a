/** A span of a few words, a few sentences, or a summary of some paragraphs. */
export type AnswerLength = "short" | "medium" | "long";
