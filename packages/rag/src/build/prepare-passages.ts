import { type Passage, PsiError } from "@psi/core";
import { contentId, passageHash } from "../store/keys.js";

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

/**
 * Checks what the caller gave and copies it: nothing that the caller changes later changes the index.
 *
 * @param taken ids that are in the index already: a passage without an id does not get one of these. Equal
 * texts get the ids "p-…", "p-…-2", "p-…-3".
 * @throws PsiError `invalid-passage`, `duplicate-id`
 */
export function preparePassages(
  passages: readonly Passage[],
  taken: ReadonlySet<string>,
): readonly PreparedPassage[] {
  if (!Array.isArray(passages)) {
    throw new PsiError("invalid-passage", "passages must be an array of LangChain documents.");
  }
  passages.forEach(checkPassage);
  const given = new Map<string, number>();
  passages.forEach(({ id }, position) => {
    if (id === undefined) return;
    const first = given.get(id);
    if (first !== undefined) {
      throw new PsiError(
        "duplicate-id",
        `Passages ${first} and ${position} both have the id "${id}". Give each its own.`,
      );
    }
    given.set(id, position);
  });
  const counts = new Map<string, number>();
  const freeId = (passage: Passage): string => {
    const base = contentId(passage);
    for (let copy = (counts.get(base) ?? 0) + 1; ; copy++) {
      const id = copy === 1 ? base : `${base}-${copy}`;
      if (taken.has(id) || given.has(id)) continue;
      counts.set(base, copy);
      return id;
    }
  };
  return passages.map((passage, position) => {
    const id = passage.id ?? freeId(passage);
    const stored = {
      id,
      pageContent: passage.pageContent,
      metadata: plainMetadata(passage, position),
    };
    return { passage: stored, hash: passageHash(stored) };
  });
}

function checkPassage(passage: Passage, position: number): void {
  const { id, pageContent } = passage ?? {};
  const name = `Passage ${position}${typeof id === "string" ? ` ("${id}")` : ""}`;
  if (typeof pageContent !== "string") {
    throw new PsiError(
      "invalid-passage",
      `${name} has no pageContent that is a string. Give LangChain documents.`,
    );
  }
  if (pageContent.trim() === "") {
    throw new PsiError("invalid-passage", `${name} has no text. Leave blank passages out.`);
  }
  if (id !== undefined && (typeof id !== "string" || id === "")) {
    throw new PsiError(
      "invalid-passage",
      `${name} has an id that is no string or is empty. Give a string, or none.`,
    );
  }
}

/** Metadata as JSON keeps it. What JSON would drop or can't hold is refused: nothing is lost silently. */
function plainMetadata({ id, metadata }: Passage, position: number): Record<string, unknown> {
  const refuse = (why: string, cause?: unknown): never => {
    const name = id === undefined ? `Passage ${position}` : `Passage "${id}"`;
    throw new PsiError(
      "invalid-passage",
      `The metadata of ${name} ${why}. Use values that JSON can hold.`,
      { cause },
    );
  };
  if (metadata === undefined || metadata === null) return {};
  if (typeof metadata !== "object" || Array.isArray(metadata)) return refuse("is no object");
  try {
    const text = JSON.stringify(metadata, (key, value: unknown) => {
      if (["function", "symbol", "bigint"].includes(typeof value))
        refuse(`has a ${typeof value} at "${key}"`);
      return value;
    });
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof PsiError) throw error;
    return refuse("can't be written as JSON", error);
  }
}
