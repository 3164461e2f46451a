import { kindOf, type Passage, PsiError, titleOf } from "@psi/core";
import { contentId, passageHash } from "../store/keys.js";
import { idsFromContent } from "./ids-from-content.js";
import { plainMetadata, UnkeptMetadata } from "./plain-metadata.js";

/** A passage as it is stored: with an id, and metadata that JSON can hold. */
export interface StoredPassage {
  readonly id: string;
  readonly pageContent: string;
  readonly metadata: Record<string, unknown>;
}

/** A passage and the hash of all it holds. */
export interface PreparedPassage {
  readonly passage: StoredPassage;
  readonly hash: string;
}

/** Passages that the caller gave, checked. */
export interface PreparedPassages {
  /** Those that have text, in order. */
  readonly prepared: readonly PreparedPassage[];
  /** An id for each passage that was given, in order, those without text included. */
  readonly ids: readonly string[];
  /** How many have no text. */
  readonly blank: number;
  /** What the caller should know. */
  readonly notes: readonly string[];
}

/** No character but white space and what is never shown, such as a zero-width space. */
const BLANK = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** The most passages that a note names. */
const NAMED = 5;

/**
 * Checks what the caller gave and copies it: nothing that the caller changes later changes the index.
 * Passages without text are left out and counted.
 *
 * @param known ids that are in the index already, with the hashes of their passages: a passage without an id
 * that is one of them gets its id, and no other passage without an id does. Equal texts get the ids "p-…",
 * "p-…-2", "p-…-3".
 * @throws PsiError `invalid-passage`, `duplicate-id`
 */
export function preparePassages(
  passages: readonly Passage[],
  known: ReadonlyMap<string, string>,
): PreparedPassages {
  if (!Array.isArray(passages)) {
    throw new PsiError("invalid-passage", "passages must be an array of LangChain documents.");
  }
  passages.forEach(checkPassage);
  const given = givenIds(passages);
  const idFor = idsFromContent(known, given);
  const noted = notesOfPassages();
  const prepared: PreparedPassage[] = [];
  const ids = passages.map((passage: Passage, position) => {
    if (BLANK.test(passage.pageContent)) {
      noted.blank(labelOf(passage, position));
      return passage.id ?? contentId(passage);
    }
    const content = {
      pageContent: passage.pageContent,
      metadata: metadataOf(passage, position, noted),
    };
    const id = passage.id ?? idFor(content);
    const stored = { id, ...content };
    prepared.push({ passage: stored, hash: passageHash(stored) });
    return id;
  });
  return { prepared, ids, ...noted.all() };
}

function checkPassage(passage: Passage, position: number): void {
  const { id, pageContent } = passage ?? {};
  if (typeof pageContent !== "string") {
    throw new PsiError(
      "invalid-passage",
      `Passage ${labelOf(passage, position)} has no pageContent that is a string. Give LangChain documents.`,
    );
  }
  if (id !== undefined && (typeof id !== "string" || id === "")) {
    throw new PsiError(
      "invalid-passage",
      `Passage ${position} has an id that is no string or is empty. Give a string, or none.`,
    );
  }
}

/** The ids of the passages that have text and an id. */
function givenIds(passages: readonly Passage[]): ReadonlySet<string> {
  const given = new Map<string, number>();
  passages.forEach(({ id, pageContent }, position) => {
    if (id === undefined || BLANK.test(pageContent)) return;
    const first = given.get(id);
    if (first !== undefined) {
      throw new PsiError(
        "duplicate-id",
        `Passages ${first} and ${position} both have the id "${id}". Give each its own.`,
      );
    }
    given.set(id, position);
  });
  return new Set(given.keys());
}

function metadataOf(
  passage: Passage,
  position: number,
  noted: PassageNotes,
): Record<string, unknown> {
  const label = labelOf(passage, position);
  try {
    const { metadata, date } = plainMetadata(passage.metadata);
    if (date !== undefined) noted.date(label, date);
    const { title } = metadata;
    const isText = typeof title === "string" || title === undefined || title === null;
    if (!isText && titleOf({ metadata }) === undefined) noted.title(label, kindOf(title));
    return metadata;
  } catch (cause) {
    const reason = cause instanceof UnkeptMetadata ? cause.message : `they throw ${String(cause)}`;
    throw new PsiError(
      "invalid-passage",
      `The metadata of passage ${label} cannot be kept: ${reason}. They hold text, finite numbers, true, false, null, dates, and lists and plain objects of these. Convert the value, or leave it out.`,
      { cause },
    );
  }
}

interface PassageNotes {
  blank(label: string): void;
  /** A date in the metadata, and where. */
  date(label: string, path: string): void;
  /** A title that is neither text nor a number, and what it is. */
  title(label: string, kind: string): void;
  all(): Pick<PreparedPassages, "blank" | "notes">;
}

/** Collects what many passages have in common into one note each. */
function notesOfPassages(): PassageNotes {
  const blank: string[] = [];
  const dated: string[] = [];
  const titled: string[] = [];
  return {
    blank: (label) => blank.push(label),
    date: (label, path) => dated.push(`${label}: ${path}`),
    title: (label, kind) => titled.push(`${label}: ${kind}`),
    all: () => ({
      blank: blank.length,
      notes: [
        ...noteOn(blank, "no text, and were left out"),
        ...noteOn(dated, "a date in their metadata, which is kept as ISO 8601 text"),
        ...noteOn(titled, "a title that is neither text nor a number, and is not indexed"),
      ],
    }),
  };
}

function noteOn(labels: readonly string[], what: string): readonly string[] {
  if (labels.length === 0) return [];
  const more = labels.length - NAMED;
  const named = labels.slice(0, NAMED).join(", ") + (more > 0 ? `, and ${more} more` : "");
  return [`Passages that have ${what}: ${named}.`];
}

/** A passage's place among those given, and its id where it has one. */
function labelOf(passage: Passage | null | undefined, position: number): string {
  const id: unknown = passage?.id;
  return typeof id === "string" && id !== "" ? `${position} (id "${id}")` : `${position}`;
}
