import { randomUUID } from "node:crypto";
import { existsSync, statfsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type IndexStore, PsiError, type StoreEntry } from "@psi/core";
import { open, type RootDatabase } from "lmdb";
import { checkStoreFile } from "./lmdb-file.js";
import { activeTokens, isAlive, type WriterRecord, writerRecord } from "./writer-lock.js";

type Database = RootDatabase<Buffer, string>;

/** The record of the present writer. No other part of an index uses this key. */
const LOCK = "writer";

/**
 * A store in one file on a local disk (and a lock file beside it), on LMDB: transactional, crash-safe,
 * one writer and many readers in any number of processes.
 *
 * @param path the file; made when it is not there, unless `readOnly`.
 * @throws PsiError `not-an-index`, `corrupt-index`, `store-failed`
 */
export function lmdbStore(path: string, options: { readonly readOnly?: boolean } = {}): IndexStore {
  const readOnly = options.readOnly ?? false;
  const state: State = { path, readOnly, database: openDatabase(path, readOnly), token: undefined };
  return {
    async read(keys) {
      const from = opened(state);
      return guarded(path, () => keys.map((key) => from.getBinary(key)));
    },
    async has(keys) {
      const from = opened(state);
      return guarded(path, () => keys.map((key) => from.doesExist(key)));
    },
    async write(entries) {
      const renewal = state.token === undefined ? [] : [lockEntry(state.token)];
      commit(writable(state), path, [...entries, ...renewal]);
    },
    async *keys(prefix) {
      const range = opened(state).getKeys({ start: prefix, end: `${prefix}\uffff` });
      for (const key of range) if (key !== LOCK) yield key;
    },
    async exclusively(work) {
      const token = randomUUID();
      claim(writable(state), path, token);
      state.token = token;
      activeTokens().add(token);
      try {
        return await work();
      } finally {
        state.token = undefined;
        activeTokens().delete(token);
        release(state);
      }
    },
    async close() {
      const closing = state.database;
      state.database = undefined;
      await closing?.close();
    },
  };
}

interface State {
  readonly path: string;
  readonly readOnly: boolean;
  /** Undefined once closed. */
  database: Database | undefined;
  /** The writer's token while `exclusively` runs. */
  token: string | undefined;
}

function opened({ database, path }: State): Database {
  if (database === undefined) {
    throw new PsiError("store-failed", `The store ${path} is closed. Open it again.`);
  }
  // Otherwise reads of one turn of the event loop would not see what another handle committed meanwhile.
  database.resetReadTxn();
  return database;
}

function writable(state: State): Database {
  const database = opened(state);
  if (!state.readOnly) return database;
  throw new PsiError(
    "store-failed",
    `${state.path} was opened for reading only. Open it for writing.`,
  );
}

function openDatabase(path: string, readOnly: boolean): Database {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) {
      throw new PsiError("not-an-index", `${path} is a folder. Give the path of a file.`);
    }
    checkStoreFile(path);
  } else if (readOnly) {
    throw new PsiError(
      "not-an-index",
      `There is no index at ${path}. Check the path, or index your documents first.`,
    );
  } else if (!existsSync(dirname(resolve(path)))) {
    throw new PsiError(
      "invalid-option",
      `The folder ${dirname(path)} is not there. Make it first.`,
    );
  }
  return guarded(path, () =>
    // A commit returns when its pages are on the disk: overlapping syncs would return before.
    open<Buffer, string>({
      path,
      noSubdir: true,
      encoding: "binary",
      readOnly,
      overlappingSync: false,
    }),
  );
}

function commit(database: Database, path: string, entries: readonly StoreEntry[]): void {
  try {
    database.transactionSync(() => {
      for (const { key, bytes } of entries) {
        if (bytes === undefined) database.removeSync(key);
        else database.putSync(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      }
    });
  } catch (error) {
    const wanted = entries.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    if (freeBytes(path) < 2 * wanted + (1 << 20)) {
      throw new PsiError(
        "store-full",
        `The disk of ${path} is full. What was committed is safe: make room and run the same again.`,
        { cause: error },
      );
    }
    throw failed(path, error);
  }
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(resolve(path)));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function lockEntry(token: string): { readonly key: string; readonly bytes: Buffer } {
  return { key: LOCK, bytes: Buffer.from(JSON.stringify(writerRecord(token))) };
}

/** Takes the writer's place, in one transaction, so that two processes can't both see it free. */
function claim(database: Database, path: string, token: string): void {
  const mine = lockEntry(token);
  const holder = guarded(path, () =>
    database.transactionSync(() => {
      const bytes = database.getBinary(LOCK);
      const record = bytes && (JSON.parse(bytes.toString()) as WriterRecord);
      if (record !== undefined && isAlive(record)) return record;
      database.putSync(LOCK, mine.bytes);
      return undefined;
    }),
  );
  if (holder === undefined) return;
  const since = new Date(holder.renewed).toISOString();
  throw new PsiError(
    "store-locked",
    `Process ${holder.process} on ${holder.host} is changing ${path} (last sign of life ${since}). Wait until it is done, or stop it.`,
  );
}

/** Gives the writer's place up. A record that could not be removed counts as dead: its token is not active. */
function release({ database, path }: State): void {
  try {
    if (database !== undefined) commit(database, path, [{ key: LOCK }]);
  } catch {
    // On a full disk even a removal can fail; what stopped the work is what the caller must hear.
  }
}

function guarded<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof PsiError ? error : failed(path, error);
  }
}

function failed(path: string, error: unknown): PsiError {
  const reason = error instanceof Error ? error.message : String(error);
  return new PsiError("store-failed", `The store ${path} failed: ${reason}.`, { cause: error });
}
