import type { BaseStore } from "@langchain/core/stores";
import { type IndexStore, PsiError, type StoreEntry } from "@psi/core";
import { decodedKey, encodedKey } from "./store-keys.js";

/** The part of LangChain's byte stores that is used. */
export type ByteStore = Pick<
  BaseStore<string, Uint8Array>,
  "mget" | "mset" | "mdelete" | "yieldKeys"
>;

export interface ByteStoreOptions {
  /**
   * Runs some work as the only writer among all processes, and throws or waits while another is at work. A
   * byte store has no locks: without this, only this process's writers are kept apart.
   */
  readonly lock?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Byte stores in which a writer of this process is at work, whichever adapter it came through. */
const writing = new WeakSet<ByteStore>();

/**
 * A LangChain byte store (in memory, files, Redis, …) as the place of an index. Keys hold nothing but letters,
 * digits, `-`, `_` and `.`, which is what the strictest of them, `LocalFileStore`, takes.
 *
 * What a byte store does not promise, this cannot either: a batch is not written at once. So entries are
 * written first, except the last, then the last alone, and deletions come after. A build writes what is
 * named by its content first and its head last; cut short anywhere, it leaves the former state whole.
 * How durable a written entry is, and whether others see it at once, is the byte store's affair. `keys` reads
 * all keys of the store that start so, and sorts them: O(keys) memory. `has` reads the values.
 *
 * @throws PsiError from its methods: `store-failed` with the byte store's error as cause, `store-full` where
 * that names a full disk, `store-locked` when another writer of this process is at work.
 */
export function storeFromByteStore(store: ByteStore, options: ByteStoreOptions = {}): IndexStore {
  requireByteStore(store);
  const lock = options.lock ?? ((work) => work());
  let closed = false;
  const open = (): void => {
    if (closed) throw new PsiError("store-failed", "This store is closed. Make a new one.");
  };
  const read = async (keys: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> => {
    open();
    const values = await told("read", () => readInBatches(store, keys.map(encodedKey)));
    return keys.map((key, position) => copied(key, values[position]));
  };
  return {
    read,
    has: async (keys) => (await read(keys)).map((bytes) => bytes !== undefined),
    async write(entries) {
      open();
      await told("write", () => writeInOrder(store, entries));
    },
    async *keys(prefix) {
      open();
      yield* await told("list", () => keysOf(store, prefix));
    },
    async exclusively(work) {
      open();
      if (writing.has(store)) {
        throw new PsiError(
          "store-locked",
          "Another call is changing this index. Wait for it to finish.",
        );
      }
      writing.add(store);
      try {
        return await lock(work);
      } finally {
        writing.delete(store);
      }
    },
    async close() {
      closed = true;
    },
  };
}

function requireByteStore(store: ByteStore): void {
  for (const method of ["mget", "mset", "mdelete", "yieldKeys"] as const) {
    if (typeof (store as Partial<ByteStore> | undefined)?.[method] === "function") continue;
    throw new PsiError(
      "invalid-option",
      `store must be a LangChain byte store; it has no method ${method}.`,
    );
  }
}

/** All entries but the last, the last, then the deletions. What is named twice ends as it was named last. */
async function writeInOrder(store: ByteStore, entries: readonly StoreEntry[]): Promise<void> {
  const last = new Map<string, Uint8Array | undefined>();
  for (const entry of entries) {
    const key = encodedKey(entry.key);
    last.delete(key);
    last.set(key, entry.bytes === undefined ? undefined : new Uint8Array(entry.bytes));
  }
  const kept = [...last].filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined);
  const gone = [...last].filter(([, bytes]) => bytes === undefined).map(([key]) => key);
  const head = kept.splice(-1);
  for (const batch of batches(kept)) await store.mset(batch);
  for (const batch of batches(head)) await store.mset(batch);
  for (const batch of batches(gone)) await store.mdelete(batch);
}

async function readInBatches(store: ByteStore, keys: readonly string[]): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const batch of batches(keys)) values.push(...(await store.mget(batch)));
  return values;
}

/** Stores of files open all that they are asked for at once, and a process may open about a thousand. */
function* batches<T>(list: readonly T[], size = 256): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

async function keysOf(store: ByteStore, prefix: string): Promise<readonly string[]> {
  const keys = new Set<string>();
  for await (const stored of store.yieldKeys(encodedKey(prefix))) {
    const key = decodedKey(stored);
    // Some stores overlook the prefix, and a shared one holds keys that are not ours.
    if (key?.startsWith(prefix)) keys.add(key);
  }
  return [...keys].sort();
}

/** A copy: stores in memory hand out what they keep. */
function copied(key: string, value: unknown): Uint8Array | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  throw new PsiError(
    "store-failed",
    `The store keeps something else than bytes under "${key}" (${typeof value}). Use one for Uint8Array that nothing else writes to.`,
  );
}

async function told<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const full = (cause as { code?: unknown } | null)?.code === "ENOSPC";
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw full
      ? new PsiError(
          "store-full",
          `The byte store has no room left: ${reason} Free some and try again.`,
          { cause },
        )
      : new PsiError(
          "store-failed",
          `The byte store could not ${what}: ${reason} Check that it is there and may be used.`,
          { cause },
        );
  }
}
