import { cleanReply, unquoted } from "./clean-reply.js";
import { separator } from "./keyphrases.js";
import { countWords, wordsOf } from "./words.js";
import type { Read } from "./written.js";

/** A phrase of more words is a sentence. */
const longestPhrase = 12;

/**
 * A reply as phrases with "; " between them, each once, and whether it can be used: not empty, at most twice
 * as many as asked for, and phrases rather than prose. What is over the limit is left out, and noted.
 */
export function readKeywords(reply: string, maxKeywords: number): Read {
  const found = unique(linesOf(cleanReply(reply)).flatMap(phrasesOf).map(tidied));
  const kept = found.slice(0, maxKeywords);
  const text = kept.join(separator);
  if (found.length === 0) return { text, notes: [], problem: "was empty" };
  if (found.length > 2 * maxKeywords) {
    return {
      text,
      notes: [],
      problem: `had ${found.length} phrases where ${maxKeywords} are allowed`,
    };
  }
  if (kept.some((phrase) => countWords(phrase) > longestPhrase)) {
    return { text, notes: [], problem: "was prose instead of short phrases" };
  }
  const over = found.length - kept.length;
  return {
    text,
    notes: over === 0 ? [] : [`Kept the first ${maxKeywords} of ${found.length} phrases.`],
  };
}

const bullet = /^\s*(?:[-*•‣◦·–]\s+|\(?\d{1,3}[.)、:]\s*|[a-z]\)\s+|#{1,6}\s+|>\s+)/;
/** "**Shared themes:** a, b", "1. Themes: a; b": the label says which kind the phrases are. */
const lineLabel = /^[*_]{0,2}[^:：;；,，、]{1,50}?[*_]{0,2}[:：][*_]{0,2}\s*/;

interface Line {
  readonly text: string;
  /** Whether a list mark stood before it: then it may be one phrase with an explanation. */
  readonly marked: boolean;
}

function linesOf(text: string): readonly Line[] {
  const lines = text
    .split("\n")
    .map((line) => ({ text: line.replace(bullet, "").trim(), marked: bullet.test(line) }))
    .filter((line) => line.text !== "" && !/^[-=*_]{3,}$/.test(line.text));
  // Between list items, a bold line of its own is a heading.
  const listed = lines.some(({ marked }) => marked);
  return lines.filter((line) => line.marked || !listed || !/^\*\*[^*]+\*\*$/.test(line.text));
}

function phrasesOf({ text, marked }: Line): readonly string[] {
  if (/[:：][*_]*$/.test(text)) return [];
  const explained = marked ? /^\*\*([^*:：]+)\*\*\s*[-–—:：(]/.exec(text)?.[1] : undefined;
  if (explained !== undefined && listSeparator(text) === undefined) return [explained];
  const label = lineLabel.exec(text)?.[0] ?? "";
  const rest = text.slice(label.length);
  if (label !== "" && listSeparator(rest) === undefined && marked) {
    // "**Biography**: lives of composers" explains its phrase; "Theme: biography" names one.
    return [explains(rest) ? label.replace(/[:：*_\s]+$/, "") : rest];
  }
  const body = label === "" || (listSeparator(rest) === undefined && !marked) ? text : rest;
  const list = listSeparator(body);
  if (list === undefined) return [marked ? body.replace(/\s+[-–—]\s+(?:\S+\s+){3,}.*$/, "") : body];
  return body.split(list);
}

function explains(text: string): boolean {
  return countWords(text) > 3;
}

/** What separates the phrases of a line: the strongest of the marks in it. */
function listSeparator(text: string): RegExp | undefined {
  if (/[;；]/.test(text)) return /[;；]/;
  if (/[、，|]|,\s/.test(text)) return /[、，|]|,\s+/;
  return / [•·] /.test(text) ? / [•·] / : undefined;
}

function tidied(phrase: string): string {
  const bare = phrase
    .replace(bullet, "")
    .replace(/[*_`]{1,3}([^*_`]+)[*_`]{1,3}/g, "$1")
    .trim();
  return unquoted(
    bare
      .replace(/^(?:and|und|et|y)\s+/i, "")
      .replace(/(?<![.。;,，、])[.。;,，、]+$/, "")
      .trim(),
  ).replace(/\s+/g, " ");
}

/** Without blank phrases and without repetitions, whatever their case or number. */
function unique(phrases: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return phrases.filter((phrase) => {
    const key = wordsOf(phrase)
      .map((word) => word.key)
      .join(" ");
    if (key === "" || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
