import { foldedWords } from "../cut-words.js";
import { labels } from "./word-lists.js";

/** A qualifier in brackets: "Mercury (planet)". */
const qualifier = /[(（[【][^()（）[\]【】]*[)）\]】]/gu;

/** Longer titles are sentences. In UTF-16 units. */
const longestTitle = 200;

/** Between the headings of a path, as the readers of files write it. */
const headingSeparator = " > ";
/** Between a name and what it is, in a title: "Ada Vance – engineer". */
const dash = /\s+[-–—|·•]\s+/u;
const colon = /\s*[:：]\s+/u;
/** "European Union (EU)": a short name in brackets. */
const abbreviation = /[(（](\p{Lu}[\p{Lu}\p{N}]+)[)）]\s*$/u;
/** "Profile of Ada Vance". */
const labelOf = /^(\p{L}+) (?:of|on|with) (?=\p{Lu})/u;
const beginsSmall = /^\p{Ll}/u;
/** "Brask, Tilda": a family name, a comma, and one to three given names. */
const familyNameFirst =
  /^(\p{Lu}[\p{L}\p{M}'’-]+), (\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,2})$/u;
/** "Ada Vance, engineer". */
const nameAndRole = /^(\p{Lu}[^\s,]*(?: \p{Lu}[^\s,]*)*), (?=\p{Ll})/u;

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
  const [, short] = abbreviation.exec(heading) ?? [];
  const [, family, given] = familyNameFirst.exec(bare) ?? [];
  const [, named] = nameAndRole.exec(bare) ?? [];
  const [labelled = "", label = ""] = labelOf.exec(bare) ?? [];
  return [
    bare,
    ...(short === undefined ? [] : [short]),
    ...(family === undefined ? [] : [`${given} ${family}`]),
    ...(named === undefined ? [] : [named]),
    ...(isLabel(label) ? [bare.slice(labelled.length)] : []),
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
