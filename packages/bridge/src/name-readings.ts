import { PsiError } from "@psi/core";
import { foldName } from "./cut-words.js";
import { entriesOf, gathered, type Lists, listAt, listsBuilder, picked } from "./lists.js";
import type { NameExtractor, PassageNames } from "./name-extractor.js";
import { renumbering } from "./vocabulary.js";

/** The names that were found in each passage, also those that no other has. */
export interface NameReadings {
  /** Names as they are written, in order of first sight. */
  readonly forms: readonly string[];
  /** For each form the first one of the same name. */
  readonly firsts: Uint32Array;
  /** For each form a hash of the name, 0 to 16,383, by which a name is found without folding all. */
  readonly hashes: Uint32Array;
  /** For each row its names, as they are written in it, subjects first, each once. */
  readonly rows: Lists;
  /** For each row how many of its names are what it is about. */
  readonly subjectCounts: Uint32Array;
  /** For each entry of `rows.values`, in which sentences of the row it stands, counted from 0. */
  readonly places: Lists;
}

/** In which sentences names stand, given folded: for each name its sentences, ascending. */
export type Locate = (names: readonly string[]) => readonly (readonly number[])[];

/** Reads names, after those that were read before. */
export interface NameReader {
  /** Returns the number of the row among all that were read: of `like`, if that row has the same names. */
  read(found: PassageNames, locate?: Locate, like?: number): number;
  /** All that was read, by number. */
  all(): NameReadings;
}

export function nameReader(before?: NameReadings): NameReader {
  const forms = formNumbers(before);
  const rows = listsBuilder(before?.rows);
  const places = listsBuilder(before?.places);
  const subjectCounts = Array.from(before?.subjectCounts ?? []);
  /** The row that had a name last, by the number of its first form. */
  const lastSeen: number[] = [];
  let reads = 0;
  return {
    read(found, locate, like) {
      const names: number[] = [];
      reads++;
      const see = (name: string): void => {
        const form = forms.numberOf(name);
        if (form < 0 || lastSeen[forms.firsts[form] as number] === reads) return;
        lastSeen[forms.firsts[form] as number] = reads;
        names.push(form);
      };
      found.subjects.forEach(see);
      const subjects = names.length;
      found.mentions.forEach(see);
      if (like !== undefined && subjectCounts[like] === subjects) {
        const known = before === undefined ? [] : listAt(before.rows, like);
        if (known.length === names.length && names.every((form, i) => form === known[i]))
          return like;
      }
      const located = locate?.(names.map((form) => foldName(forms.all[form] as string)));
      names.forEach((form, i) => {
        rows.push(form);
        places.pushAll(located?.[i] ?? []);
        places.close();
      });
      rows.close();
      return subjectCounts.push(subjects) - 1;
    },
    all: () => ({
      forms: forms.all,
      firsts: Uint32Array.from(forms.firsts),
      hashes: Uint32Array.from(forms.hashes),
      rows: rows.finish(),
      subjectCounts: Uint32Array.from(subjectCounts),
      places: places.finish(),
    }),
  };
}

/** Numbers forms, and knows of each the first one that is the same name. */
interface FormNumbers {
  readonly all: readonly string[];
  readonly firsts: readonly number[];
  readonly hashes: readonly number[];
  /** The number of a form, or -1 when it has no letter. */
  numberOf(name: string): number;
}

function formNumbers(before: NameReadings | undefined): FormNumbers {
  const all = [...(before?.forms ?? [])];
  const firsts = Array.from(before?.firsts ?? []);
  const hashes = Array.from(before?.hashes ?? []);
  /** The forms that were looked up, and for folded names the first form. */
  const numbers = new Map<string, number>();
  const folded = new Map<string, number>();
  const find = before === undefined ? () => [] : formFinder(before);
  return {
    all,
    firsts,
    hashes,
    numberOf(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const fold = foldName(name);
      if (fold === "") return -1;
      const hash = hashOf(fold);
      const forms = find(fold, hash);
      let form = forms.find((each) => all[each] === name);
      if (form === undefined) {
        form = all.push(copied(name)) - 1;
        const first = folded.get(fold) ?? firsts[forms[0] ?? form] ?? form;
        folded.set(fold, first);
        firsts.push(first);
        hashes.push(hash);
      }
      numbers.set(all[form] as string, form);
      return form;
    },
  };
}

const HASHES = 1 << 14;

function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (HASHES - 1);
}

/** Finds the forms of a name, given folded, among those that were read before. */
function formFinder({
  forms,
  hashes,
}: NameReadings): (name: string, hash: number) => readonly number[] {
  const last = new Int32Array(HASHES).fill(-1);
  const before = new Int32Array(forms.length);
  for (let form = 0; form < forms.length; form++) {
    const hash = hashes[form] as number;
    before[form] = last[hash] as number;
    last[hash] = form;
  }
  return (name, hash) => {
    const found: number[] = [];
    for (let form = last[hash] as number; form >= 0; form = before[form] as number)
      if (foldName(forms[form] as string) === name) found.push(form);
    return found;
  };
}

/** A string that does not keep the text alive that it was cut from. */
function copied(name: string): string {
  return name.length > 12 ? Buffer.from(name, "utf16le").toString("utf16le") : name;
}

/** The names of those rows, in that order, with forms numbered in order of first sight. O(names). */
export function namesOfRows(readings: NameReadings, rows: ArrayLike<number>): NameReadings {
  const { numbers, order, see } = renumbering(readings.forms.length);
  for (let i = 0; i < rows.length; i++) see(readings.rows, rows[i] as number);
  return {
    forms: order.map((old) => readings.forms[old] as string),
    firsts: renumberedFirsts(readings.firsts, order),
    hashes: picked(readings.hashes, order),
    rows: gathered(readings.rows, rows, numbers),
    subjectCounts: picked(readings.subjectCounts, rows),
    places: gathered(readings.places, entriesOf(readings.rows, rows)),
  };
}

/** For each new number the smallest new number of the same name. */
function renumberedFirsts(firsts: Uint32Array, order: readonly number[]): Uint32Array {
  const newFirsts = new Int32Array(firsts.length).fill(-1);
  const renumbered = new Uint32Array(order.length);
  for (let form = 0; form < order.length; form++) {
    const name = firsts[order[form] as number] as number;
    if ((newFirsts[name] as number) < 0) newFirsts[name] = form;
    renumbered[form] = newFirsts[name] as number;
  }
  return renumbered;
}

/** @throws PsiError `invalid-option` when an extractor does not keep to its contract */
export function checkedNames(
  found: PassageNames,
  { name }: NameExtractor,
  row: number,
): PassageNames {
  const isSound = [found?.subjects, found?.mentions].every(
    (names) => Array.isArray(names) && names.every((each) => typeof each === "string"),
  );
  if (isSound) return found;
  throw new PsiError(
    "invalid-option",
    `The extractor "${name}" must return lists of strings, subjects and mentions; for the passage at position ${row} it did not.`,
  );
}
