import type { Tokenizer } from "@psi/core";

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}\p{N}]+/gu;
const ideographs = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Lower-case words, and pairs of characters where words are not spaced: enough to compare sentences. */
export const plainWords: Tokenizer = {
  name: "plain-words/1",
  tokenize: (text) =>
    [...text.toLowerCase().matchAll(word)].flatMap(([found]) =>
      ideographs.test(found) && found.length > 1
        ? Array.from({ length: found.length - 1 }, (_, i) => found.slice(i, i + 2))
        : [found],
    ),
};
