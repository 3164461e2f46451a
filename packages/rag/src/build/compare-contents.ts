import type { BuildReport } from "../psi-index.js";
import type { Snapshot } from "../store/snapshot.js";
import type { Contents } from "./build-index.js";

/** What became of an index's passages. */
export type ContentChanges = Pick<BuildReport, "added" | "updated" | "removed" | "unchanged">;

/** The most ids of each kind that a report names. */
const NAMED = 100;

/** Compares the passages of an index before and after a change, by id and content. O(passages). */
export function compareContents(
  before: Pick<Snapshot, "ids" | "passages"> | undefined,
  after: Pick<Contents, "ids" | "hashes">,
): ContentChanges {
  const left = new Map(before?.ids.map((id, i) => [id, before.passages[i]]));
  const [added, updated] = [someIds(), someIds()];
  let unchanged = 0;
  after.ids.forEach((id, i) => {
    const hash = left.get(id);
    if (hash === undefined) added.add(id);
    else if (hash === after.hashes[i]) unchanged++;
    else updated.add(id);
    left.delete(id);
  });
  const removed = someIds();
  for (const id of left.keys()) removed.add(id);
  return { added: added.all(), updated: updated.all(), removed: removed.all(), unchanged };
}

interface SomeIds {
  add(id: string): void;
  all(): BuildReport["added"];
}

/** Counts ids and keeps the first hundred. */
function someIds(): SomeIds {
  const ids: string[] = [];
  let count = 0;
  return {
    add(id) {
      count++;
      if (ids.length < NAMED) ids.push(id);
    },
    all: () => ({ count, ids }),
  };
}
