import type { Token } from "@psi/core";
import { foldCase, plainDigits, plainForms } from "./fold.js";
import { capitalToken, contentToken, stopToken } from "./token.js";
import { eachPart, isUnspaced } from "./unspaced.js";
import { isLatin, type WordRules } from "./word-rules.js";

const simple = /^(?:[a-z]+|[A-Z][a-z]*|\d+)$/;
const isAscii = /^[\0-\x7F]*$/;
/** Where a capital, a digit or a letter begins a part of a word: `get|URL`, `HTML|Parser`, `GPT|4`. */
const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lo}\p{Lm}\p{M}]+|\p{N}+/gu;
const ordinal = /^\d+(?:st|nd|rd|th|s)$/i;
/** Words of more parts are hashes and codes, whose parts say nothing. */
const mostParts = 8;

/** Whether a word is of small Latin letters, perhaps with a capital in front, or of digits: most are. */
export function isSimple(word: string): boolean {
  return simple.test(word);
}

/** Adds the tokens of a run of letters, digits, marks and low lines: one, but for scripts without spaces. */
export function addWord(word: string, rules: WordRules, tokens: Token[]): void {
  if (isSimple(word)) tokens.push(simpleToken(word.toLowerCase(), rules));
  else if (isUnspaced(word)) eachPart(word, (each, isWord) => addPart(each, isWord, rules, tokens));
  else addOther(word, rules, tokens);
}

function simpleToken(lower: string, rules: WordRules): Token {
  return rules.stopWords.has(lower) ? stopToken(lower) : contentToken(rules.termOf(lower));
}

/** Adds letters of a script without spaces, or a word between them: the A of 維生素A is no article. */
function addPart(each: string, isWord: boolean, rules: WordRules, tokens: Token[]): void {
  if (!isWord) tokens.push(contentToken(each));
  else if (each.length === 1 && rules.stopWords.has(each.toLowerCase()))
    tokens.push(capitalToken(each));
  else addOther(each, rules, tokens);
}

/** Adds a word of a script with spaces; nothing for low lines alone. */
function addOther(word: string, rules: WordRules, tokens: Token[]): void {
  const inner = word.replace(/^_+/, "").replace(/(?<!_)_+$/, "");
  if (inner === "") return;
  const folded = foldCase(inner);
  const parts = partsOf(inner).flatMap((each) => termsOf(foldCase(each), rules));
  const marked = inner === word ? [] : [foldCase(word)];
  if (rules.stopWords.has(folded) && marked.length === 0) {
    tokens.push(stopToken(folded));
    return;
  }
  // A name that someone made up of words is no word to be stemmed.
  const [term = "", ...others] = folded.includes("_") ? [folded] : termsOf(folded, rules);
  if (term !== "") tokens.push(contentToken(term, [...others, ...marked], parts));
}

/** The terms of a word in folded case: its own, then those without accents and with plain digits. */
function termsOf(folded: string, rules: WordRules): readonly string[] {
  const term = rules.termOf(folded);
  if (isAscii.test(folded)) return [term];
  const others = isLatin(folded) ? plainForms(folded).map(rules.termOf) : [];
  return [term, ...others, plainDigits(term)];
}

/** What `snake_case`, `camelCase` and `OAuth2Bearer` are made of; nothing for a word of one part. */
function partsOf(word: string): readonly string[] {
  const pieces = word.split(/_+/);
  const parts = pieces.length === 1 ? [] : pieces;
  const all = [...parts, ...pieces.flatMap(partsOfPiece)];
  return all.length > 2 * mostParts ? [] : all;
}

function partsOfPiece(piece: string): readonly string[] {
  if (ordinal.test(piece)) return [];
  const parts = withFirstLetter(piece.match(part) ?? []);
  if (parts.length < 2 || parts.length > mostParts) return [];
  const letters = parts.filter((each) => !/^\p{N}/u.test(each));
  const areWords = letters.every((each) => each.length > 1);
  if (letters.length === parts.length) return areWords ? parts : [];
  // A number and its unit, a letter and its number: 5g, B12.
  if (parts.length === 2) return parts;
  return areWords ? [...parts, ...numbered(parts)] : [];
}

/** A letter that stands alone in front belongs to what follows: `eBay`, `OAuth`. */
function withFirstLetter(parts: readonly string[]): readonly string[] {
  const [first = "", second, ...rest] = parts;
  const joins = /^\p{L}$/u.test(first) && second !== undefined && /^\p{L}/u.test(second);
  return joins ? [first + second, ...rest] : parts;
}

/** Parts with the number that follows them: the `OAuth2` of `OAuth2Bearer`. */
function numbered(parts: readonly string[]): readonly string[] {
  return parts.slice(1).flatMap((each, i) => (/^\p{N}/u.test(each) ? [`${parts[i]}${each}`] : []));
}
