import { type Passage, PsiError } from "@psi/core";
import type { Snapshot } from "../store/snapshot.js";
import type { Contents } from "./build-index.js";
import { type PreparedPassages, preparePassages } from "./prepare-passages.js";

/** A change of what an index holds. */
export interface Change {
  /** What it holds afterwards. */
  readonly contents: Contents;
  /** The ids of the passages given; see `BuildReport`. */
  readonly ids: readonly string[];
  /** Passages that were given and have no text. */
  readonly blank: number;
  readonly notes: readonly string[];
}

/** The passages of an index, in order. */
type Held = Pick<Snapshot, "ids" | "passages">;

/**
 * From the contents of an index to those after a change.
 * @param held what the index holds, undefined without a snapshot; throws where that is damaged
 */
export type ChangeContents = (held: () => Held | undefined) => Change;

const EMPTY: Held = { ids: [], passages: [] };

/** @throws PsiError `duplicate-id`, `invalid-passage` */
export function adding(passages: readonly Passage[]): ChangeContents {
  return (held) => {
    const known = hashesById(held());
    const given = preparePassages(passages, known);
    const chosen = new Set(passages.map(({ id }) => id));
    const taken = given.prepared.find(({ passage: { id } }) => chosen.has(id) && known.has(id));
    if (taken !== undefined) {
      throw new PsiError(
        "duplicate-id",
        `The index has a passage "${taken.passage.id}" already. Use update to replace it.`,
      );
    }
    return merged(known, given);
  };
}

/** @throws PsiError `duplicate-id`, `invalid-passage`, also for a passage without an id */
export function updating(passages: readonly Passage[]): ChangeContents {
  return (held) => {
    const known = hashesById(held());
    const given = preparePassages(passages, known);
    const nameless = passages.findIndex(({ id }) => id === undefined);
    if (nameless >= 0) {
      throw new PsiError(
        "invalid-passage",
        `Passage ${nameless} has no id, so update cannot know which passage it replaces. Give it an id, or use add.`,
      );
    }
    return merged(known, given);
  };
}

/** @throws PsiError `unknown-id`, `invalid-option` for anything but a list of ids */
export function deleting(ids: readonly string[]): ChangeContents {
  return (held) => {
    if (!Array.isArray(ids)) {
      throw new PsiError("invalid-option", 'ids must be an array of ids, such as ["a", "b"].');
    }
    const snapshot = held() ?? EMPTY;
    const gone = new Set<string>(ids);
    const known = new Set(snapshot.ids);
    const unknown = [...gone].filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const named = unknown.slice(0, 5).map((id) => `"${id}"`);
      const more = unknown.length > 5 ? ` and ${unknown.length - 5} more` : "";
      throw new PsiError(
        "unknown-id",
        `The index has no passage ${named.join(", ")}${more}. Nothing was deleted.`,
      );
    }
    const kept = [...snapshot.ids.keys()].filter((i) => !gone.has(snapshot.ids[i] as string));
    return {
      ids: [...gone],
      blank: 0,
      notes: [],
      contents: {
        ids: kept.map((i) => snapshot.ids[i] as string),
        hashes: kept.map((i) => snapshot.passages[i] as string),
        fresh: new Map(),
      },
    };
  };
}

/**
 * @throws PsiError `duplicate-id`, `invalid-passage`; `empty-corpus` where passages were given and none has
 * text: what reads the files is broken more often than all of them are empty
 */
export function replacing(passages: readonly Passage[]): ChangeContents {
  return () => {
    const given = preparePassages(passages, new Map());
    if (given.blank > 0 && given.prepared.length === 0) {
      throw new PsiError(
        "empty-corpus",
        `None of the ${given.blank} passages has text, so nothing was replaced. To empty the index, give no passages.`,
      );
    }
    return merged(new Map(), given);
  };
}

/** The same passages, for a build with other parts. */
export function keeping(): ChangeContents {
  return (held) => {
    const { ids, passages } = held() ?? EMPTY;
    return {
      ids: [],
      blank: 0,
      notes: [],
      contents: { ids, hashes: passages, fresh: new Map() },
    };
  };
}

function hashesById({ ids, passages }: Held = EMPTY): ReadonlyMap<string, string> {
  return new Map(ids.map((id, i) => [id, passages[i] as string]));
}

/** A passage that is replaced, or is there already, keeps its place; new ones come last. */
function merged(
  known: ReadonlyMap<string, string>,
  { prepared, ...given }: PreparedPassages,
): Change {
  const hashes = new Map(known);
  for (const { passage, hash } of prepared) hashes.set(passage.id, hash);
  const fresh = new Map(prepared.map(({ passage, hash }) => [hash, passage]));
  return { ...given, contents: { ids: [...hashes.keys()], hashes: [...hashes.values()], fresh } };
}
