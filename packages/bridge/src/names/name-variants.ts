import { cutWords, foldWord } from "../cut-words.js";
import { addresses, articles, functionWords } from "./word-lists.js";

/** A qualifier in brackets: "Mercury (planet)". */
const qualifier = /\s*[(（[【][^()（）[\]【】]*[)）\]】]/gu;

/** A title without qualifiers in brackets, unless nothing else is left. */
export function titleName(title: string): string {
  const bare = title.replace(qualifier, " ").trim();
  return /[\p{L}\p{N}]/u.test(bare) ? bare : title;
}

/**
 * The forms under which a name is looked for, the name first: without an article or form of address in
 * front; of three words or more also first and last alone, and without single letters. Empty where nothing
 * is left that could be a name.
 */
export function nameVariants(name: string): readonly string[] {
  const words = cutWords(name);
  const parts = words.starts.map((start, i) => name.slice(start, words.ends[i]));
  let from = 0;
  while (from < parts.length - 1 && isPrefix(parts[from] as string, parts[from + 1] as string))
    from++;
  const rest = parts.slice(from);
  if (rest.length === 0) return [];
  const whole = name.slice(words.starts[from], words.ends.at(-1));
  if (rest.length < 3 || !/^[\p{Lu}\p{Lt}]/u.test(rest[0] as string)) return [whole];
  const long = rest.filter((part) => part.length > 1);
  const variants = new Set([whole]);
  if (long.length >= 2) variants.add(long.join(" ")).add(`${long[0]} ${long.at(-1)}`);
  return [...variants];
}

function isPrefix(part: string, next: string): boolean {
  const folded = foldWord(part);
  return addresses.has(folded) || (articles.has(folded) && !functionWords.has(foldWord(next)));
}
