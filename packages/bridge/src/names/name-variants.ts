import { cutWords, foldedWords, foldWord, GLUED } from "../cut-words.js";
import {
  addresses,
  articles,
  companySuffixes,
  functionWords,
  labels,
  personSuffixes,
  ranks,
} from "./word-lists.js";

/** A qualifier in brackets: "Mercury (planet)". */
const qualifier = /[(（[【][^()（）[\]【】]*[)）\]】]/gu;

const capital = /^[\p{Lu}\p{Lt}]/u;

/** Longer titles are sentences. In UTF-16 units. */
const longestTitle = 200;

/** Between the headings of a path, as the readers of files write it. */
const headingSeparator = " > ";
/** Between a name and what it is, in a title: "Ada Vance – engineer". */
const dash = /\s+[-–—|·•]\s+/u;
const colon = /\s*[:：]\s+/u;
const beginsSmall = /^\p{Ll}/u;
/** "Brask, Tilda": a family name, a comma, and one to three given names. */
const familyNameFirst =
  /^(\p{Lu}[\p{L}\p{M}'’-]+), (\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2})$/u;
/** "Ada Vance, engineer". */
const nameAndRole = /^([^,]+), (?=\p{Ll})/u;

/**
 * The names that a title gives to what it stands above, the most exact first: of a path of headings each
 * heading, the last first; without qualifiers in brackets; without what else the title says. Titles that are
 * too long for a name give none.
 */
export function titleNames(title: string): readonly string[] {
  if (title.length > longestTitle) return [];
  return title.split(headingSeparator).reverse().flatMap(namesOfHeading);
}

function namesOfHeading(heading: string): readonly string[] {
  const bare = withoutQualifier(heading);
  const [, family, given] = familyNameFirst.exec(bare) ?? [];
  const [, named] = nameAndRole.exec(bare) ?? [];
  return [
    bare,
    ...(family === undefined ? [] : [`${given} ${family}`]),
    ...(named === undefined ? [] : [named]),
    ...nameBeside(bare, dash, isLong),
    ...nameBeside(bare, colon, () => false),
  ];
}

/**
 * The name in a heading that says what it is, too: the last part after a label ("Biography: Otto Reef"), else
 * the first if the others are small ("Petrel: a brig") or it is a name by itself.
 */
function nameBeside(
  heading: string,
  separator: RegExp,
  isName: (part: string) => boolean,
): readonly string[] {
  const [first = "", ...others] = heading.split(separator);
  const last = others.at(-1);
  if (last === undefined || !/\p{L}/u.test(first)) return [];
  if (isLabel(first)) return beginsSmall.test(last) ? [] : namesOfHeading(last);
  const isAlone = others.every((other) => beginsSmall.test(other));
  return !beginsSmall.test(first) && (isAlone || isName(first)) ? namesOfHeading(first) : [];
}

function isLong(part: string): boolean {
  return /\S\s+\S/u.test(part);
}

/** Whether a part of a heading says what kind of thing the other is: "Biography", "Chapter 3". */
function isLabel(part: string): boolean {
  const [word = "", ...rest] = foldedWords(part);
  return (
    labels.has(word) && (rest.length === 0 || (rest.length === 1 && /\d/.test(rest[0] as string)))
  );
}

/** A heading without qualifiers in brackets, unless nothing else is left. */
function withoutQualifier(heading: string): string {
  const bare = heading.replace(qualifier, " ").trim();
  return /[\p{L}\p{N}]/u.test(bare) ? bare : heading;
}

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

/** "J. R. Pask" and "J.R. Pask" as "JR Pask", and that as "J R Pask". */
function initialsWritten(words: readonly string[]): readonly string[] {
  const letters = words.flatMap((word) => word.match(/\p{L}+/gu) ?? []);
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
