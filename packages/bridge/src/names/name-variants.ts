import { cutWords, foldWord } from "../cut-words.js";
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
  const words = cutWords(name);
  const parts = words.starts.map((start, i) => name.slice(start, words.ends[i]));
  let from = 0;
  while (from < parts.length - 1 && isPrefix(parts[from] as string, parts[from + 1] as string)) {
    from++;
  }
  if (parts.length === 0) return [];
  const whole = name.slice(words.starts[from], words.ends.at(-1));
  const variants = new Set([whole]);
  if (/.['’]s$/u.test(whole)) variants.add(whole.slice(0, -2));
  const rest = parts.slice(from);
  if (rest.length >= 3 && rest.every((part) => capital.test(part))) {
    const long = rest.filter((part) => part.length > 1);
    if (long.length >= 2) variants.add(long.join(" ")).add(`${long[0]} ${long.at(-1)}`);
  }
  return [...variants];
}

function isPrefix(part: string, next: string): boolean {
  const folded = foldWord(part);
  return addresses.has(folded) || (articles.has(folded) && !functionWords.has(foldWord(next)));
}
