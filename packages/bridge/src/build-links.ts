import { PsiError, requireWhole } from "@psi/core";
import { linkGraph } from "./link-graph.js";
import { type Links, linksOver } from "./links.js";
import { inverted, listsBuilder } from "./lists.js";
import type { NamedPassage, NameExtractor } from "./name-extractor.js";
import { checkedNames, type NameReadings, nameReader } from "./name-readings.js";
import { names as defaultNames } from "./names/names.js";

export interface LinksOptions {
  /** Finds the names. Default `names()`. */
  readonly names?: NameExtractor;
  /** Names in more passages than this link nothing, from 2. Default 30. */
  readonly mostHolders?: number;
}

/**
 * Links passages that share rare names. The same passages always give the same links. No passages give
 * none. O(names x mostHolders) beside the extractor; a name adds at most mostHolders^2 links.
 *
 * @throws PsiError `invalid-option`; `invalid-passage` for a text that is not a string.
 */
export function buildLinks(passages: Iterable<NamedPassage>, options: LinksOptions = {}): Links {
  const { extractor: given, mostHolders } = checkedOptions(options);
  const list = checkedPassages(passages);
  const extractor = boundTo(list, given);
  const reader = nameReader();
  list.forEach((passage, row) => {
    reader.read(checkedNames(extractor.extract(passage), extractor, row));
  });
  return linksFrom(reader.all(), { extractor: given.name, mostHolders }).links;
}

/** @throws PsiError `invalid-option` */
export function checkedOptions({ names = defaultNames(), mostHolders = 30 }: LinksOptions): {
  readonly extractor: NameExtractor;
  readonly mostHolders: number;
} {
  requireWhole("mostHolders", mostHolders, 2);
  if (typeof names?.name === "string" && typeof names.extract === "function")
    return { extractor: names, mostHolders };
  throw new PsiError(
    "invalid-option",
    "names must have a name and a function extract, as names() does.",
  );
}

/** @throws PsiError `invalid-option`, `invalid-passage` */
export function checkedPassages(passages: Iterable<NamedPassage>): readonly NamedPassage[] {
  if (typeof passages?.[Symbol.iterator] !== "function") {
    throw new PsiError(
      "invalid-option",
      "passages must be a list of objects with a title and a text.",
    );
  }
  const list = [...passages];
  list.forEach((passage, position) => {
    const title: unknown = passage?.title;
    if (typeof passage?.text === "string" && (title === undefined || typeof title === "string"))
      return;
    throw new PsiError(
      "invalid-passage",
      `The passage at position ${position} must have a text that is a string, and a title that is one or left out.`,
    );
  });
  return list;
}

/** The extractor for these passages. */
export function boundTo(
  passages: readonly NamedPassage[],
  extractor: NameExtractor,
): NameExtractor {
  return extractor.forCorpus?.(passages.map(indexedText)) ?? extractor;
}

function indexedText({ title, text }: NamedPassage): string {
  return title === undefined || title === "" ? text : `${title}\n${text}`;
}

/** Links by the names that were read, and for each form the number of its name, -1 for names left out. */
export function linksFrom(
  readings: NameReadings,
  { extractor, mostHolders }: { readonly extractor: string; readonly mostHolders: number },
): { readonly links: Links; readonly nameOf: Int32Array } {
  const { names, nameOf } = keptNames(readings);
  const mentioned = listsBuilder();
  const subjects = listsBuilder();
  for (let row = 0; row < readings.subjectCounts.length; row++) {
    const first = readings.rows.offsets[row] as number;
    const firstMention = first + (readings.subjectCounts[row] as number);
    for (let at = first; at < (readings.rows.offsets[row + 1] as number); at++) {
      const name = nameOf[readings.rows.values[at] as number] as number;
      if (name < 0) continue;
      mentioned.push(name);
      if (at < firstMention) subjects.push(name);
    }
    mentioned.close();
    subjects.close();
  }
  const mentions = mentioned.finish();
  const about = subjects.finish();
  const holders = inverted(mentions, names.length);
  const links = linksOver({
    extractor,
    mostHolders,
    names,
    holders,
    subjects: about,
    about: inverted(about, names.length),
    graph: linkGraph({ mentioned: mentions, holders, subjects: about, mostHolders }),
  });
  return { links, nameOf };
}

/** Leaves out the names that stand in one passage only and are no subject; the others keep their order. */
function keptNames({ forms, firsts, rows, subjectCounts }: NameReadings): {
  readonly names: readonly string[];
  readonly nameOf: Int32Array;
} {
  const passageCounts = new Uint32Array(forms.length);
  for (const form of rows.values) {
    const first = firsts[form] as number;
    passageCounts[first] = (passageCounts[first] as number) + 1;
  }
  const isSubject = new Uint8Array(forms.length);
  subjectCounts.forEach((count, row) => {
    const first = rows.offsets[row] as number;
    for (const form of rows.values.subarray(first, first + count))
      isSubject[firsts[form] as number] = 1;
  });
  const names: string[] = [];
  const nameOf = new Int32Array(forms.length);
  forms.forEach((written, form) => {
    const first = firsts[form] as number;
    if (first < form) nameOf[form] = nameOf[first] as number;
    else if ((passageCounts[form] as number) < 2 && isSubject[form] === 0) nameOf[form] = -1;
    else nameOf[form] = names.push(written) - 1;
  });
  return { names, nameOf };
}
