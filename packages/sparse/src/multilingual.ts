import type { Token, Tokenizer } from "@psi/core";
import {
  endsInCapital,
  isCapitalName,
  isInitial,
  type RunPlace,
} from "./analysis/capital-names.js";
import { unify } from "./analysis/normalise.js";
import { rememberTokens, type TokensAt } from "./analysis/remember-tokens.js";
import { addRun } from "./analysis/run-tokens.js";
import { eachRun } from "./analysis/runs.js";
import { shortPieces } from "./analysis/short-pieces.js";
import { capitalToken, stopToken } from "./analysis/token.js";
import { wordRules } from "./analysis/word-rules.js";
import type { StemmedLanguage } from "./natural-stemmer.js";

export interface MultilingualOptions {
  /**
   * The language of the words in its script: Cyrillic for "ru" and "uk", Latin for the others. "en" needs
   * nothing, the others need the optional package `natural`. Default "en".
   */
  readonly language?: "en" | StemmedLanguage;
}

/**
 * Cuts text of any language, or of several, into terms, each run of a script in its own way:
 *
 *     Psi-RAG在2023年發布了 retrievers   ->   psi rag 在 2023 年發 發布 布了 retriev
 *
 * - Words in Latin script become stems, by Snowball's English rules or the stemmer of `language`. English
 *   function words are stop words, negations and names in capitals (the IT office, vitamin A) are not.
 * - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese become overlapping pairs of letters; a letter
 *   that stands alone becomes itself. Latin words and numbers in between stay whole.
 * - Other scripts become words, in Arabic, Hebrew, Greek and Cyrillic without the marks that writers leave
 *   out at will, in Arabic also without the article.
 * - Nothing is too short: letters, digits and emoji are terms. Numbers keep their points (0.5, 10.0.0.8,
 *   v1.2.3), abbreviations lose theirs (N.A.S.A. is nasa).
 *
 * `analyze` gives each word's further terms: without accents (café, cafe), the whole of a compound (KT-4471-A,
 * src/reply.ts, C++), and the parts of a word that is written as one (snake_case, camelCase, 5mg).
 *
 * Text is compared after compatibility normalisation (NFKC) and case folding. O(length).
 *
 * @example
 * multilingual().tokenize("Don't move KT-4471-A"); // ["do", "not", "move", "kt", "4471", "A"]
 * @throws PsiError `invalid-option` for a language without a stemmer, `missing-dependency` when one is
 *   asked for and `natural` is not installed.
 */
export function multilingual(options: MultilingualOptions = {}): Tokenizer {
  const language = options.language ?? "en";
  const rules = wordRules(language);
  const tokensAt = rememberTokens((run) => {
    const tokens: Token[] = [];
    addRun(run, rules, tokens);
    return tokens;
  });
  const analyze = (text: string): readonly Token[] => {
    const tokens: Token[] = [];
    for (const piece of shortPieces(text)) addTokens(unify(piece), tokensAt, tokens);
    return tokens;
  };
  return {
    name: `multilingual/2:${language}`,
    tokenize: (text) =>
      analyze(text)
        .filter(({ isStopWord }) => !isStopWord)
        .map(({ term }) => term),
    analyze,
  };
}

/**
 * Adds the tokens of a text. What a run means is the same wherever it occurs, but for capitals: a stop word may
 * be a name, and a letter an initial.
 */
function addTokens(text: string, tokensAt: TokensAt, tokens: Token[]): void {
  let startBefore = 0;
  let endBefore = 0;
  eachRun(text, (start, end) => {
    const found = tokensAt(text, start, end);
    const first = found[0];
    if (first !== undefined && found.length === 1 && endsInCapital(text, end)) {
      const run = { start, end };
      const before = { start: startBefore, end: endBefore };
      tokens.push(capitalised(first, text, run, before));
    } else {
      for (const token of found) tokens.push(token);
    }
    startBefore = start;
    endBefore = end;
  });
}

/** What the token of a run that may be in capitals is at this place. */
function capitalised(token: Token, text: string, run: RunPlace, before: RunPlace): Token {
  if (isInitial(text, run)) return stopToken(token.term);
  const isName = token.isStopWord && isCapitalName(text, run, before);
  return isName ? capitalToken(text.slice(run.start, run.end)) : token;
}
