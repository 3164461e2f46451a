import type { AnswerAction } from "@psi/core";
import { NOT_MENTIONED } from "../not-mentioned.js";

/** What is decided on a question without a word: there is nothing to look up and nothing to ask. */
export function emptyQuestion(): AnswerAction {
  return { kind: "answer", text: NOT_MENTIONED, notes: ["The question is empty."] };
}
