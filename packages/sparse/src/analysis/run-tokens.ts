import type { Token } from "@psi/core";
import { addVariants, compoundTerms } from "./compounds.js";
import { contractionIn } from "./contractions.js";
import { emojiToken, isEmoji } from "./emoji-token.js";
import { foldCase } from "./fold.js";
import { numberToken } from "./number-tokens.js";
import { capitalToken, stopToken } from "./token.js";
import type { WordRules } from "./word-rules.js";
import { addWord, isSimple } from "./word-tokens.js";

const oneWord = /^[\p{L}\p{N}\p{M}_]+$/u;
/** Numbers whole, with their points and commas and the letters that touch them; else words. */
const part = /\p{L}*\p{N}+(?:[.,]\p{N}+)+[\p{L}\p{N}\p{M}_]*|[\p{L}\p{N}\p{M}_]+/gu;
/** Signs at the end that belong to a name: C++, F#. */
const endSign = /(?:\+\+|#)$/;
/** N.A.S.A, a.m: letters that each stand for a word. */
const initials = /^\p{L}(?:\.\p{L})+$/u;
/** Ph.D, B.Sc: short parts with capitals, one of them a letter. */
const degree =
  /^(?=.{1,3}\.|.*\.\p{Lu}$)(?=(?:.*\.)?\p{Lu}(?:\.|$))\p{Lu}\p{L}{0,3}(?:\.\p{Lu}\p{L}{0,3})+$/u;

/** Adds the tokens of a run: its words, each in its own way, and what they are as a whole. O(length). */
export function addRun(run: string, rules: WordRules, tokens: Token[]): void {
  if (isSimple(run) || oneWord.test(run)) {
    addWord(run, rules, tokens);
    return;
  }
  if (isEmoji(run)) {
    tokens.push(emojiToken(run));
    return;
  }
  const contraction = rules.contracts ? contractionIn(run) : undefined;
  if (contraction !== undefined) {
    addRun(contraction.stem, rules, tokens);
    if (contraction.rest !== undefined) tokens.push(contraction.rest);
    return;
  }
  const sign = endSign.exec(run)?.[0] ?? "";
  const body = run.slice(run.startsWith(".") ? 1 : 0, run.length - sign.length);
  const first = tokens.length;
  if (run.startsWith(".") && /^\p{N}/u.test(body)) {
    addWords(`0.${body}`, rules, tokens);
    return;
  }
  addWords(body, rules, tokens);
  if (run.startsWith(".")) addVariants(tokens, first, [foldCase(run)]);
  if (sign !== "") addVariants(tokens, Math.max(first, tokens.length - 1), [foldCase(run)]);
}

function addWords(body: string, rules: WordRules, tokens: Token[]): void {
  if (initials.test(body) || degree.test(body)) {
    addAbbreviation(body, rules, tokens);
    return;
  }
  const words = [...body.matchAll(part)];
  let signs: string[] = [];
  /** Where the compound begins: in the text, among the tokens. */
  let start = 0;
  let first = tokens.length;
  words.forEach(({ 0: word, index }, i) => {
    const end = index + word.length;
    const sign = body.slice(end, words[i + 1]?.index);
    addOne(word, sign, rules, tokens);
    if (sign !== "" && sign !== ",") {
      signs.push(sign);
      return;
    }
    addVariants(tokens, first, compoundTerms(body.slice(start, end), signs, rules));
    signs = [];
    start = end + sign.length;
    first = tokens.length;
  });
}

/** Adds one word, `sign` being what joins it to the next. */
function addOne(word: string, sign: string, rules: WordRules, tokens: Token[]): void {
  const folded = foldCase(word);
  const number = numberToken(folded, rules);
  if (number !== undefined) tokens.push(number);
  // What an apostrophe elides, as in l'eau, is no word to look for.
  else if (/^['’]$/.test(sign) && /^(?:\p{L}|qu)$/u.test(folded)) tokens.push(stopToken(folded));
  // The A of KT-4471-A is no article.
  else if (folded.length === 1 && rules.stopWords.has(folded)) tokens.push(capitalToken(word));
  else addWord(word, rules, tokens);
}

/** An abbreviation is the same with its points and without; the parts of Ph.D are no words. */
function addAbbreviation(body: string, rules: WordRules, tokens: Token[]): void {
  addWord(body.replaceAll(".", ""), rules, tokens);
}
