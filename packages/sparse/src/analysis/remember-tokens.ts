import type { Token } from "@psi/core";
import { copied } from "./copied.js";

/** A power of two; half of it is used at most. */
const SLOTS = 1 << 17;
const mostRuns = SLOTS / 2;
/** Longer runs seldom come twice. In UTF-16 units. */
const longestKept = 40;

/** What a run of a text means, by its place there. */
export type TokensAt = (text: string, start: number, end: number) => readonly Token[];

/**
 * Wraps a function of a run so that it is called once for a run that comes often. Holds at most 65,536 runs,
 * then starts afresh. A hash table of its own, since a run is found in it without cutting it out of the text:
 * that takes half of the time of a `Map`.
 */
export function rememberTokens(tokensOf: (run: string) => readonly Token[]): TokensAt {
  let runs: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  let tokens: (readonly Token[])[] = new Array(SLOTS);
  let used = 0;
  return (text, start, end) => {
    const length = end - start;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let run = runs[slot]; run !== undefined; run = runs[slot]) {
      if (run.length === length && isAt(text, start, run)) return tokens[slot] as readonly Token[];
      slot = (slot + 1) & (SLOTS - 1);
    }
    const run = copied(text.slice(start, end));
    const found = tokensOf(run);
    if (length > longestKept) return found;
    if (used === mostRuns) {
      runs = new Array(SLOTS).fill(undefined);
      tokens = new Array(SLOTS);
      used = 0;
    }
    used++;
    runs[slot] = run;
    tokens[slot] = found;
    return found;
  };
}

/** Whether a run is in a text at a place. On short strings this is quicker than `startsWith`. */
function isAt(text: string, start: number, run: string): boolean {
  for (let i = 0; i < run.length; i++)
    if (run.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
