import { PsiError, requireWhole } from "@psi/core";
import { foldName } from "./cut-words.js";
import { linkGraph } from "./link-graph.js";
import { type Links, linksOver } from "./links.js";
import { inverted, type Lists, listsBuilder } from "./lists.js";
import type { NamedPassage, NameExtractor, PassageNames } from "./name-extractor.js";
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
  const { names: given = defaultNames(), mostHolders = 30 } = options;
  requireWhole("mostHolders", mostHolders, 2);
  if (typeof given?.name !== "string" || typeof given.extract !== "function") {
    throw new PsiError(
      "invalid-option",
      "names must have a name and a function extract, as names() does.",
    );
  }
  if (typeof passages?.[Symbol.iterator] !== "function") {
    throw new PsiError(
      "invalid-option",
      "passages must be a list of objects with a title and a text.",
    );
  }
  const list = [...passages];
  list.forEach(checkPassage);
  const extractor = given.forCorpus?.(list.map(indexedText)) ?? given;
  const seen = readNames(list, extractor);
  const { names, mentioned, subjects } = keptNames(seen);
  const holders = inverted(mentioned, names.length);
  return linksOver({
    extractor: given.name,
    mostHolders,
    names,
    holders,
    subjects,
    about: inverted(subjects, names.length),
    graph: linkGraph({ mentioned, holders, subjects, mostHolders }),
  });
}

function checkPassage(passage: NamedPassage, position: number): void {
  const title: unknown = passage?.title;
  if (typeof passage?.text === "string" && (title === undefined || typeof title === "string"))
    return;
  throw new PsiError(
    "invalid-passage",
    `The passage at position ${position} must have a text that is a string, and a title that is one or left out.`,
  );
}

function indexedText({ title, text }: NamedPassage): string {
  return title === undefined || title === "" ? text : `${title}\n${text}`;
}

/** All names of all passages. */
interface SeenNames {
  /** As written where first seen, in order of first sight. */
  readonly names: readonly string[];
  readonly passageCounts: readonly number[];
  readonly isSubject: readonly boolean[];
  /** For each row its names, subjects first, each once. */
  readonly mentioned: Lists;
  readonly subjects: Lists;
}

function readNames(passages: readonly NamedPassage[], extractor: NameExtractor): SeenNames {
  const ids = new Map<string, number>();
  /** Written forms, so that each is folded once. */
  const written = new Map<string, number>();
  const names: string[] = [];
  const passageCounts: number[] = [];
  const isSubject: boolean[] = [];
  const lastSeen: number[] = [];
  const mentioned = listsBuilder();
  const subjects = listsBuilder();
  const idOf = (name: string): number => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const folded = foldName(name);
    const id = folded === "" ? -1 : (ids.get(folded) ?? names.length);
    if (id === names.length) {
      ids.set(folded, id);
      names.push(copied(name));
      passageCounts.push(0);
      isSubject.push(false);
      lastSeen.push(-1);
    }
    written.set(names[id] === name ? (names[id] as string) : copied(name), id);
    return id;
  };
  const see = (name: string, row: number): number => {
    const id = idOf(name);
    if (id < 0 || lastSeen[id] === row) return -1;
    lastSeen[id] = row;
    passageCounts[id] = (passageCounts[id] as number) + 1;
    mentioned.push(id);
    return id;
  };
  passages.forEach((passage, row) => {
    const found = checkedNames(extractor.extract(passage), extractor, row);
    for (const name of found.subjects) {
      const id = see(name, row);
      if (id < 0) continue;
      isSubject[id] = true;
      subjects.push(id);
    }
    for (const name of found.mentions) see(name, row);
    mentioned.close();
    subjects.close();
  });
  return {
    names,
    passageCounts,
    isSubject,
    mentioned: mentioned.finish(),
    subjects: subjects.finish(),
  };
}

function checkedNames(found: PassageNames, { name }: NameExtractor, row: number): PassageNames {
  const isSound = [found?.subjects, found?.mentions].every(
    (names) => Array.isArray(names) && names.every((each) => typeof each === "string"),
  );
  if (isSound) return found;
  throw new PsiError(
    "invalid-option",
    `The extractor "${name}" must return lists of strings, subjects and mentions; for the passage at position ${row} it did not.`,
  );
}

/** A string that does not keep the text alive that it was cut from. */
function copied(name: string): string {
  return name.length > 12 ? Buffer.from(name, "utf16le").toString("utf16le") : name;
}

/** Leaves out the names that stand in one passage only and are no subject; the others keep their order. */
function keptNames({ names, passageCounts, isSubject, mentioned, subjects }: SeenNames): {
  readonly names: readonly string[];
  readonly mentioned: Lists;
  readonly subjects: Lists;
} {
  const kept: string[] = [];
  const newIds = names.map((name, id) => {
    if ((passageCounts[id] as number) < 2 && !isSubject[id]) return -1;
    return kept.push(name) - 1;
  });
  return {
    names: kept,
    mentioned: renumbered(mentioned, newIds),
    subjects: renumbered(subjects, newIds),
  };
}

function renumbered({ offsets, values }: Lists, newIds: readonly number[]): Lists {
  const builder = listsBuilder();
  for (let list = 0; list + 1 < offsets.length; list++) {
    for (let at = offsets[list] as number; at < (offsets[list + 1] as number); at++) {
      const id = newIds[values[at] as number] as number;
      if (id >= 0) builder.push(id);
    }
    builder.close();
  }
  return builder.finish();
}
