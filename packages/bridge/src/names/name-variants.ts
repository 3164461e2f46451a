import { cutWords, foldWord, GLUED } from "../cut-words.js";
import { addresses, articles, functionWords } from "./word-lists.js";

/** A qualifier in brackets: "Mercury (planet)". */
const qualifier = /[(（[【][^()（）[\]【】]*[)）\]】]/gu;

const capital = /^[\p{Lu}\p{Lt}]/u;

/** Longer titles are sentences. In UTF-16 units. */
const longestTitle = 200;

/** A title without qualifiers in brackets, unless nothing else is left; empty when it is too long for a name. */
export function titleName(title: string): string {
  if (title.length > longestTitle) return "";
  const bare = title.replace(qualifier, " ").trim();
  return /[\p{L}\p{N}]/u.test(bare) ? bare : title;
}

/**
 * The forms under which a name is looked for, the name first: without an article or form of address in
 * front and without a genitive behind; where three words or more all have capitals, as those of persons do,
 * also first and last alone, and without initials. Empty where nothing is left that could be a name.
 */
export function nameVariants(name: string): readonly string[] {
  const parts = spacedParts(name);
  const last = parts.at(-1);
  if (last === undefined) return [];
  let from = 0;
  while (from < parts.length - 1 && isPrefix(parts[from] as Part, parts[from + 1] as Part)) from++;
  const whole = name.slice((parts[from] as Part).start, last.end);
  const variants = new Set([whole]);
  if (/.['’]s$/u.test(whole)) variants.add(whole.slice(0, -2));
  const rest = parts.slice(from).map(({ text }) => text);
  if (rest.length >= 3 && rest.every((part) => capital.test(part))) {
    const long = rest.filter((part) => part.length > 1);
    if (long.length >= 2) variants.add(long.join(" ")).add(`${long[0]} ${long.at(-1)}`);
  }
  return [...variants];
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a name, those that a hyphen or an apostrophe joins as one. */
function spacedParts(name: string): readonly Part[] {
  const { starts, ends, gaps } = cutWords(name);
  const parts: Part[] = [];
  for (let at = 0; at < starts.length; at++) {
    const start = gaps[at] === GLUED ? (parts.pop() as Part).start : (starts[at] as number);
    const end = ends[at] as number;
    parts.push({ text: name.slice(start, end), start, end });
  }
  return parts;
}

function isPrefix(part: Part, next: Part): boolean {
  const folded = foldWord(part.text);
  return addresses.has(folded) || (articles.has(folded) && !functionWords.has(foldWord(next.text)));
}
