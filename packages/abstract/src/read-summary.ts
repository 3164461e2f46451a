import { cleanReply } from "./clean-reply.js";
import { countWords } from "./words.js";
import type { Read } from "./written.js";

/** A reply as one paragraph, and whether it can be used: not empty, at most twice as long as asked for. */
export function readSummary(reply: string, maxWords: number): Read {
  const text = cleanReply(reply)
    .replace(/^\s*(?:#{1,6}|>|[-*•])\s+/gm, "")
    .replace(/\*\*([^*\n]+)\*\*/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
  const words = countWords(text);
  if (words === 0) return { text, notes: [], problem: "was empty" };
  if (words > 2 * maxWords) {
    return { text, notes: [], problem: `had ${words} words where ${maxWords} are allowed` };
  }
  return { text, notes: [] };
}
