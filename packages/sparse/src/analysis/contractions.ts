import type { Token } from "@psi/core";
import { contentToken, stopToken } from "./token.js";

/** What follows the stem of a contraction. */
const ending = /(?:n['’]t|['’](?:s|ll|ve|re|m|d))$/i;
/** The function words that endings stand for; "'s" and "'d" stand for several, so for none. */
const wordOf: Readonly<Record<string, string>> = { ll: "will", ve: "have", re: "are", m: "am" };
/** Stems that change in front of "n't". */
const stems: Readonly<Record<string, string>> = { ca: "can", wo: "will", sha: "shall", ai: "is" };

/** An English word with an apostrophe, taken apart. */
export interface Contraction {
  /** The word in front: "do" of "don't", "Pask" of "Pask's". */
  readonly stem: string;
  /** What the rest says: "not" of "don't", nothing of a genitive. */
  readonly rest: Token | undefined;
}

/** The parts of "don't", "she'll" or "Pask's"; undefined for a word that is no contraction. */
export function contractionIn(run: string): Contraction | undefined {
  const found = ending.exec(run);
  if (found === null || found.index === 0) return undefined;
  const stem = run.slice(0, found.index);
  const letters = found[0].replace(/['’]/, "").toLowerCase();
  if (letters === "nt") {
    const joined = run.replace(/['’]/g, "").toLowerCase();
    return { stem: stems[stem.toLowerCase()] ?? stem, rest: contentToken("not", [joined]) };
  }
  const word = wordOf[letters];
  return { stem, rest: word === undefined ? undefined : stopToken(word) };
}
