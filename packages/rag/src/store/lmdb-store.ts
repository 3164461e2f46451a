import { randomUUID } from "node:crypto";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { type IndexStore, PsiError, requireOptions, type StoreEntry } from "@psi/core";
import { type Database, type Environment, openEnvironment } from "./environment.js";
import { diskFull, guarded, storeError } from "./store-error.js";
import {
  activeTokens,
  isAlive,
  readRecord,
  type WriterRecord,
  writerRecord,
} from "./writer-lock.js";

/** The record of the present writer. No other part of an index uses this key. */
const LOCK = "writer";

/** How often a writer renews its record while it works, in milliseconds. */
const RENEWAL = 60_000;

interface LmdbStoreOptions {
  /** Refuses to write; the file must exist. */
  readonly readOnly?: boolean;
}

/**
 * A store in one file on a local disk (and a lock file beside it), on LMDB: transactional, crash-safe,
 * one writer and many readers in any number of processes. Handles of one file in one process share it.
 *
 * @param path the file; created when it does not exist, unless `readOnly`.
 * @throws PsiError `invalid-option`, `not-an-index`, `corrupt-index`, `store-full`, `store-failed`
 */
export function lmdbStore(path: string, options: LmdbStoreOptions = {}): IndexStore {
  requireOptions<LmdbStoreOptions>("lmdbStore", options, { readOnly: true });
  const readOnly = options.readOnly ?? false;
  const state: State = {
    path,
    readOnly,
    environment: openEnvironment(path, readOnly),
    token: undefined,
  };
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
      writeEntries(state, entries);
    },
    async *keys(prefix) {
      const from = opened(state);
      // Read at once: an open iterator would hold back a handle that closes the file.
      yield* guarded(path, () => [
        ...from.getKeys({ start: prefix, end: `${prefix}\uffff` }).filter((key) => key !== LOCK),
      ]);
    },
    async exclusively(work) {
      claim(state);
      const renewing = setInterval(() => renew(state), RENEWAL);
      renewing.unref();
      try {
        return await work();
      } finally {
        clearInterval(renewing);
        release(state);
      }
    },
    async close() {
      const closing = state.environment;
      state.environment = undefined;
      await closing?.release();
    },
  };
}

interface State {
  readonly path: string;
  readonly readOnly: boolean;
  /** Undefined once closed. */
  environment: Environment | undefined;
  /** The writer's token while `exclusively` runs. */
  token: string | undefined;
}

function opened({ environment, path }: State): Database {
  if (environment === undefined) {
    throw new PsiError("store-failed", `The store ${path} is closed. Open it again.`);
  }
  // Otherwise reads of one turn of the event loop would not see what another handle committed meanwhile.
  environment.database.resetReadTxn();
  return environment.database;
}

function writable(state: State): Database {
  const database = opened(state);
  if (!state.readOnly) return database;
  throw new PsiError(
    "store-failed",
    `${state.path} was opened for reading only. Open it for writing.`,
  );
}

/**
 * Writes all entries or none. A writer's own record is compared and renewed in the same transaction: one that
 * was taken for dead must not write over what its successor wrote.
 */
function writeEntries(state: State, entries: readonly StoreEntry[]): void {
  const { path, token } = state;
  transact(
    state,
    (database) => {
      if (token !== undefined) {
        const holder = recordIn(database);
        if (holder?.token !== token) throw supplanted(path, holder);
        putRecord(database, token);
      }
      for (const { key, bytes } of entries) {
        if (bytes === undefined) database.removeSync(key);
        else database.putSync(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      }
    },
    entries,
  );
}

/** @param entries what is written, to tell a full disk by its size */
function transact<T>(
  state: State,
  work: (database: Database) => T,
  entries: readonly StoreEntry[] = [],
): T {
  const database = writable(state);
  try {
    return database.transactionSync(() => work(database));
  } catch (error) {
    const failure = storeError(state.path, error);
    const wanted = entries.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    // LMDB reports a write that a full disk cut short as an input/output error.
    const full = failure.code === "store-failed" && freeBytes(state.path) < 2 * wanted + (1 << 20);
    throw full ? diskFull(state.path, error) : failure;
  }
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function recordIn(database: Database): WriterRecord | undefined {
  return readRecord(database.getBinary(LOCK));
}

function putRecord(database: Database, token: string): void {
  database.putSync(LOCK, Buffer.from(JSON.stringify(writerRecord(token))));
}

/** Takes the writer's place, in one transaction, so that two processes cannot both see it free. */
function claim(state: State): void {
  const { path, environment } = state;
  writable(state);
  if (environment?.isCurrent() === false) {
    throw new PsiError(
      "store-failed",
      `${path} was moved, deleted or replaced while it was open. Close it and open it again.`,
    );
  }
  const token = randomUUID();
  const holder = transact(state, (database) => {
    const record = recordIn(database);
    if (record !== undefined && isAlive(record)) return record;
    putRecord(database, token);
    return undefined;
  });
  if (holder !== undefined) throw locked(path, holder);
  state.token = token;
  activeTokens().add(token);
}

/** Renews the record of a writer that writes nothing for long. */
function renew(state: State): void {
  try {
    if (state.environment !== undefined) writeEntries(state, []);
  } catch {
    // The work's next write meets the same trouble, and its caller hears of it.
  }
}

/** Gives the writer's place up. A record that could not be removed counts as dead: its token is not active. */
function release(state: State): void {
  const { token } = state;
  state.token = undefined;
  activeTokens().delete(token as string);
  if (state.environment === undefined) return;
  try {
    transact(state, (database) => {
      if (recordIn(database)?.token === token) database.removeSync(LOCK);
    });
  } catch {
    // On a full disk even a removal can fail; what stopped the work is what the caller must hear.
  }
}

function locked(path: string, { process, host, renewed }: WriterRecord): PsiError {
  return new PsiError(
    "store-locked",
    `Process ${process} on ${host} is changing ${path} (last sign of life ${new Date(renewed).toISOString()}). Wait until it is done, or stop it.`,
  );
}

function supplanted(path: string, holder: WriterRecord | undefined): PsiError {
  const who =
    holder === undefined ? "Another writer" : `Process ${holder.process} on ${holder.host}`;
  return new PsiError(
    "store-locked",
    `${who} took over ${path}, since this writer gave no sign of life. Nothing of this change was committed: run it again.`,
  );
}
