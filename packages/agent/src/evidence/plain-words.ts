import type { Tokenizer } from "@psi/core";

const ideograph = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const word = new RegExp(`(${ideograph}+)|(?:(?!${ideograph})[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** Lower-case words, and pairs of characters where words are not spaced: enough to compare sentences. O(length). */
export const plainWords: Tokenizer = {
  name: "plain-words/1",
  tokenize: (text) =>
    [...text.toLowerCase().matchAll(word)].flatMap(([found, unspaced]) =>
      unspaced === undefined ? [found] : pairs([...unspaced]),
    ),
};

function pairs(characters: readonly string[]): readonly string[] {
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, before) => `${characters[before]}${character}`);
}
