import { type Passage, PsiError } from "@psi/core";
import type { Snapshot } from "../store/snapshot.js";
import type { Contents } from "./build-index.js";
import { type PreparedPassage, preparePassages } from "./prepare-passages.js";

/** A change of what an index holds: the contents after it, and the ids of the passages given. */
export interface Change {
  readonly contents: Contents;
  readonly ids: readonly string[];
}

/** From the contents of a snapshot (nothing yet: undefined) to those after a change. */
export type ChangeContents = (snapshot: Pick<Snapshot, "ids" | "passages"> | undefined) => Change;

const EMPTY = { ids: [], passages: [] };

/** @throws PsiError `duplicate-id`, `invalid-passage` */
export function adding(passages: readonly Passage[]): ChangeContents {
  return (snapshot = EMPTY) => {
    const taken = new Set(snapshot.ids);
    const prepared = preparePassages(passages, taken);
    const known = prepared.find(({ passage }) => taken.has(passage.id));
    if (known !== undefined) {
      throw new PsiError(
        "duplicate-id",
        `The index has a passage "${known.passage.id}" already. Use update to replace it.`,
      );
    }
    return changed(
      [...snapshot.ids, ...idsOf(prepared)],
      [...snapshot.passages, ...prepared.map(({ hash }) => hash)],
      prepared,
    );
  };
}

/** @throws PsiError `duplicate-id`, `invalid-passage`, also for a passage without an id */
export function updating(passages: readonly Passage[]): ChangeContents {
  return (snapshot = EMPTY) => {
    const nameless = passages.findIndex((passage) => passage?.id === undefined);
    if (nameless >= 0) {
      throw new PsiError(
        "invalid-passage",
        `Passage ${nameless} has no id, so it can't be told which one it replaces. Give an id, or use add.`,
      );
    }
    const prepared = preparePassages(passages, new Set());
    const hashes = new Map(snapshot.ids.map((id, i) => [id, snapshot.passages[i] as string]));
    // A passage that is replaced keeps its place; new ones come last.
    for (const { passage, hash } of prepared) hashes.set(passage.id, hash);
    return changed([...hashes.keys()], [...hashes.values()], prepared);
  };
}

/** @throws PsiError `unknown-id` */
export function deleting(ids: readonly string[]): ChangeContents {
  return (snapshot = EMPTY) => {
    const gone = new Set(ids);
    const known = new Set(snapshot.ids);
    const unknown = [...gone].filter((id) => !known.has(id));
    if (unknown.length > 0) {
      throw new PsiError(
        "unknown-id",
        `The index has no passage ${unknown
          .slice(0, 5)
          .map((id) => `"${id}"`)
          .join(
            ", ",
          )}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ""}. Nothing was deleted.`,
      );
    }
    const kept = [...snapshot.ids.keys()].filter((i) => !gone.has(snapshot.ids[i] as string));
    return {
      ids: [...gone],
      contents: {
        ids: kept.map((i) => snapshot.ids[i] as string),
        hashes: kept.map((i) => snapshot.passages[i] as string),
        fresh: new Map(),
      },
    };
  };
}

/** @throws PsiError `duplicate-id`, `invalid-passage` */
export function replacing(passages: readonly Passage[]): ChangeContents {
  return () => {
    const prepared = preparePassages(passages, new Set());
    return changed(
      idsOf(prepared),
      prepared.map(({ hash }) => hash),
      prepared,
    );
  };
}

/** The same passages, for a build with other parts. */
export function keeping(): ChangeContents {
  return (snapshot = EMPTY) => ({
    ids: [],
    contents: { ids: snapshot.ids, hashes: snapshot.passages, fresh: new Map() },
  });
}

function changed(
  ids: readonly string[],
  hashes: readonly string[],
  prepared: readonly PreparedPassage[],
): Change {
  const fresh = new Map(prepared.map(({ passage, hash }) => [hash, passage]));
  return { ids: idsOf(prepared), contents: { ids, hashes, fresh } };
}

function idsOf(prepared: readonly PreparedPassage[]): readonly string[] {
  return prepared.map(({ passage }) => passage.id);
}
