import { type IndexStore, PsiError } from "@psi/core";
import { blobHash, HEAD_KEY, snapshotKey } from "./keys.js";
import { damaged, decodeJson } from "./pieces.js";
import { checkFormat, decodeSnapshot, type Snapshot } from "./snapshot.js";

/** The newest snapshot of a store, and its hash. */
export interface Newest {
  readonly hash: string;
  readonly snapshot: Snapshot;
}

/** How often a reader starts again when a writer commits under its hands. */
const TRIES = 10;

/**
 * Loads what belongs to the newest snapshot. A writer that commits meanwhile takes the old snapshot away:
 * then the newer one is loaded. Undefined in a store without an index.
 *
 * @throws PsiError `corrupt-index`, `incompatible-index`
 */
export async function loadNewest<T>(
  store: IndexStore,
  load: (newest: Newest) => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    const hash = await headOf(store);
    if (hash === undefined) return undefined;
    try {
      return await load({ hash, snapshot: await readSnapshot(store, hash) });
    } catch (error) {
      if (tries === TRIES || (await headOf(store)) === hash) throw error;
    }
  }
}

/** The hash of the newest snapshot. */
export async function headOf(store: IndexStore): Promise<string | undefined> {
  const [bytes] = await store.read([HEAD_KEY]);
  if (bytes === undefined) return undefined;
  const head = decodeJson<{ readonly format?: unknown; readonly snapshot?: unknown }>(
    bytes,
    HEAD_KEY,
  );
  checkFormat(head.format);
  if (typeof head.snapshot !== "string") throw damaged(HEAD_KEY);
  return head.snapshot;
}

async function readSnapshot(store: IndexStore, hash: string): Promise<Snapshot> {
  const key = snapshotKey(hash);
  const [bytes] = await store.read([key]);
  if (bytes === undefined || blobHash(bytes) !== hash) {
    throw new PsiError(
      "corrupt-index",
      `The index's newest state (${key}) is missing or damaged. Restore it from a copy, or index the documents again.`,
    );
  }
  return decodeSnapshot(bytes);
}
