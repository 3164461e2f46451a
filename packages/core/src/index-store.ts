/** A named blob to write, or, without bytes, to delete. */
export interface StoreEntry {
  readonly key: string;
  readonly bytes?: Uint8Array;
}

/**
 * Where an index is kept: named blobs. Keys are slash-separated ASCII of at most 500 characters, such as
 * "passage/<hash>". All but one key is named by its content and never changes, so a reader that holds a
 * snapshot's key sees one consistent index whatever a writer does.
 */
export interface IndexStore {
  /** The blobs of some keys, in order; undefined where there is none. The caller owns the bytes. */
  read(keys: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Which of some keys have a blob, in order; cheaper than reading them. */
  has(keys: readonly string[]): Promise<readonly boolean[]>;
  /**
   * Writes and deletes all entries or none, and returns when they are durable.
   * @throws PsiError `store-full`, `store-failed`
   */
  write(entries: readonly StoreEntry[]): Promise<void>;
  /** The keys that start with a prefix, ascending. */
  keys(prefix: string): AsyncIterable<string>;
  /**
   * Runs some work as the only writer of this store, in this and every other process.
   * @throws PsiError `store-locked` at once, naming the holder, when another writer is at work.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Gives the resources back. Safe to call twice; every other call then throws `store-failed`. */
  close(): Promise<void>;
}
