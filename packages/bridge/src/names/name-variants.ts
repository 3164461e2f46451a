import { cutWords, foldWord, GLUED } from "../cut-words.js";
import {
  addresses,
  articles,
  companySuffixes,
  functionWords,
  personSuffixes,
  ranks,
} from "./word-lists.js";

const capital = /^[\p{Lu}\p{Lt}]/u;

/**
 * The forms under which a name is looked for, the name first: without an article or form of address in front
 * and a genitive at the end; without ranks and suffixes; where three words or more all have capitals, as those
 * of persons do, also first and last alone, and without initials; with initials together and apart. Empty where
 * nothing is left that could be a name.
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
  const bare = withoutTitles(parts.slice(from));
  if (bare.length < parts.length - from) variants.add(textOf(name, bare));
  const words = bare.map(({ text }) => text);
  if (words.length >= 3 && words.every((word) => capital.test(word))) {
    const long = words.filter((word) => word.length > 1);
    if (long.length >= 2) variants.add(long.join(" ")).add(`${long[0]} ${long.at(-1)}`);
  }
  for (const variant of initialsWritten(words)) variants.add(variant);
  if (words.length > 1 && /^saint$/i.test(words[0] as string))
    variants.add(`St ${words.slice(1).join(" ")}`);
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

function textOf(name: string, parts: readonly Part[]): string {
  return name.slice((parts[0] as Part).start, (parts.at(-1) as Part).end);
}

function isPrefix(part: Part, next: Part): boolean {
  const folded = foldWord(part.text);
  return addresses.has(folded) || (articles.has(folded) && !functionWords.has(foldWord(next.text)));
}

/**
 * A name without ranks in front and suffixes at the end. A rank is one before two words ("General Motors" is a
 * name), a person's suffix is one after two ("George III" is a name), a company's after one.
 */
function withoutTitles(parts: readonly Part[]): readonly Part[] {
  let first = 0;
  let end = parts.length;
  const isAt = (at: number, list: ReadonlySet<string>): boolean =>
    list.has(foldWord((parts[at] as Part).text.replaceAll(".", "")));
  while (end - first > 2 && (isAt(first, ranks) || isAt(first, addresses))) first++;
  while (end - first > 1) {
    const isSuffix =
      isAt(end - 1, companySuffixes) || (end - first > 2 && isAt(end - 1, personSuffixes));
    if (!isSuffix) break;
    end--;
  }
  return parts.slice(first, end);
}

/** "J. R. Pask" and "J.R. Pask" as "JR Pask", and that as "J R Pask"; "U.N." as "UN". */
function initialsWritten(words: readonly string[]): readonly string[] {
  const letters = words.flatMap((word) => word.match(/\p{L}+/gu) ?? []);
  if (letters.length > 1 && letters.every((each) => /^\p{Lu}$/u.test(each)))
    return [letters.join("")];
  const last = letters.at(-1) ?? "";
  const initials = letters.slice(0, -1);
  if (last.length < 2 || initials.length === 0 || !capital.test(last)) return [];
  const rest = words.at(-1) as string;
  const joined = initials.join("");
  if (!/^\p{Lu}{2,4}$/u.test(joined) || last === last.toUpperCase()) return [];
  const areApart = initials.every((each) => each.length === 1);
  if (!areApart && initials.length > 1) return [];
  return areApart ? [`${joined} ${rest}`] : [`${[...joined].join(" ")} ${rest}`];
}
