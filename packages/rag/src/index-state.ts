import { type IndexStore, isPsiError, PsiError } from "@psi/core";
import type { Parts } from "./parts.js";
import { type LoadedIndex, loadIndex } from "./search/loaded-index.js";
import { isEarlier } from "./search/tokenizer-version.js";
import { headOf, loadNewest, type Newest } from "./store/newest.js";

/** The newest committed state, as far as it can be read. */
export interface CurrentState {
  /** Its snapshot: undefined without one, and where it is damaged. */
  readonly newest: Newest | undefined;
  /** The snapshot with the pieces that a search needs. */
  readonly loaded: LoadedIndex | undefined;
  /** What is wrong or outdated in it: searches throw this, and a change puts it right where it can. */
  readonly damage: PsiError | undefined;
}

/** What an open index holds. */
export interface IndexState {
  current(): CurrentState;
  /** What can be searched: undefined without a snapshot. @throws PsiError `corrupt-index` */
  searchable(): LoadedIndex | undefined;
  /** Reads the newest state, damaged or not. */
  renew(): Promise<void>;
  /** Takes up a newer state. Returns whether there was one. @throws PsiError `corrupt-index` */
  refresh(): Promise<boolean>;
}

/**
 * Reads the newest state of a store.
 *
 * @param readOnly refuses a store without an index, and a damaged or outdated one. For writing such an index is
 * opened: only a change can put it right.
 * @throws PsiError `incompatible-index`, `not-an-index`, `corrupt-index`
 */
export async function openState(
  store: IndexStore,
  parts: Parts,
  readOnly: boolean,
): Promise<IndexState> {
  let current = await readState(store, parts);
  if (readOnly && current.damage !== undefined) throw current.damage;
  if (readOnly && current.newest === undefined) {
    throw new PsiError(
      "not-an-index",
      "The store holds no finished index. Index your documents into it first.",
    );
  }
  const newestState = async (): Promise<CurrentState> => {
    const isNewest = current.damage === undefined && (await headIs(current.newest?.hash, store));
    return isNewest ? current : readState(store, parts);
  };
  return {
    current: () => current,
    searchable() {
      if (current.damage !== undefined) throw current.damage;
      return current.loaded;
    },
    async renew() {
      current = await newestState();
    },
    async refresh() {
      const next = await newestState();
      if (next.damage !== undefined) throw next.damage;
      const isNew = next !== current;
      current = next;
      return isNew;
    },
  };
}

/** Whether the head can be read and names this snapshot. */
async function headIs(hash: string | undefined, store: IndexStore): Promise<boolean> {
  try {
    return (await headOf(store)) === hash;
  } catch (error) {
    if (isPsiError(error, "corrupt-index")) return false;
    throw error;
  }
}

async function readState(store: IndexStore, parts: Parts): Promise<CurrentState> {
  let newest: Newest | undefined;
  try {
    const loaded = await loadNewest(store, (each) => {
      newest = each;
      checkEmbedder(each, parts);
      return loadIndex(each, store, parts.tokenizer);
    });
    return { newest: loaded, loaded, damage: undefined };
  } catch (error) {
    if (!isPsiError(error)) throw error;
    if (error.code !== "corrupt-index" && !isOutdated(newest, parts, error)) throw error;
    // The head may have moved on meanwhile, to a snapshot that cannot be read.
    const isCurrent = newest !== undefined && (await headIs(newest.hash, store));
    return { newest: isCurrent ? newest : undefined, loaded: undefined, damage: error };
  }
}

/** Whether a state cannot be read only since an earlier version of the tokenizer cut its words. */
function isOutdated(newest: Newest | undefined, { tokenizer }: Parts, error: PsiError): boolean {
  if (error.code !== "incompatible-index" || newest === undefined) return false;
  return isEarlier(newest.snapshot.tokenizer, tokenizer.name);
}

function checkEmbedder({ snapshot }: Newest, parts: Parts): void {
  const made = snapshot.tree?.embedder;
  if (made === undefined || parts.embedder === undefined || made === parts.embedder.name) return;
  throw new PsiError(
    "incompatible-index",
    `The index was made with the embedder "${made}" and is opened with "${parts.embedder.name}". Open it with the first, or index again with the second.`,
  );
}
