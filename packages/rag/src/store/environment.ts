import { statSync } from "node:fs";
import { PsiError } from "@psi/core";
import { open, type RootDatabase } from "lmdb";
import { checkStoreFile } from "./lmdb-file.js";
import { MOST_READERS, reserveLockFile } from "./lock-file.js";
import { guarded } from "./store-error.js";
import { placeOfStore, type StorePlace } from "./store-place.js";

export type Database = RootDatabase<Buffer, string>;

/** One file's LMDB environment, which all handles of this thread share. */
export interface Environment {
  readonly database: Database;
  readonly path: string;
  readonly writable: boolean;
  /** Whether the path still leads to the file that was opened. */
  isCurrent(): boolean;
  /** Gives it back; the last handle closes it. Call it once a handle. */
  release(): Promise<void>;
}

interface SharedEnvironment extends Environment {
  handles: number;
}

const ENVIRONMENTS = Symbol.for("@psi/rag open environments");

/**
 * The environments that are open in this thread, by file. On the global object, since a program
 * that loads this package both as ESM and as CommonJS has two modules of it.
 */
function openEnvironments(): Map<string, SharedEnvironment> {
  const holder = globalThis as { [ENVIRONMENTS]?: Map<string, SharedEnvironment> };
  holder[ENVIRONMENTS] ??= new Map();
  return holder[ENVIRONMENTS];
}

/**
 * Opens a file, or joins the handles that have it open in this thread. LMDB allows one environment of a file
 * in a process; it shares it between threads by itself.
 *
 * The environment is writable wherever the file is, also for a handle that only reads: a handle for writing
 * may join later, and LMDB cannot change an environment that is open for reading.
 *
 * @throws PsiError see `lmdbStore`
 */
export function openEnvironment(given: string, readOnly: boolean): Environment {
  const place = placeOfStore(given, readOnly);
  const environments = openEnvironments();
  const known = place.file && environments.get(identityOf(place.path, place.file));
  if (known !== undefined) {
    if (!readOnly && !known.writable) {
      throw new PsiError(
        "store-failed",
        `${place.path} was opened in this process when it could not be written. Close those handles first.`,
      );
    }
    known.handles++;
    return known;
  }
  if (place.file !== undefined) guarded(place.path, () => checkStoreFile(place.path));
  const database = guarded(place.path, () => openDatabase(place));
  const identity = identityOf(place.path, statSync(place.path));
  const shared: SharedEnvironment = {
    database,
    path: place.path,
    writable: place.writable,
    handles: 1,
    isCurrent: () => {
      const file = statSync(place.path, { throwIfNoEntry: false });
      return file !== undefined && identityOf(place.path, file) === identity;
    },
    async release() {
      if (--shared.handles > 0) return;
      environments.delete(identity);
      await database.close();
    },
  };
  environments.set(identity, shared);
  return shared;
}

function openDatabase({ path, lockPath, hasLock, writable }: StorePlace): Database {
  if (writable && !hasLock) reserveLockFile(lockPath);
  return open<Buffer, string>({
    path,
    noSubdir: true,
    encoding: "binary",
    readOnly: !writable,
    maxReaders: MOST_READERS,
    // A commit returns when its pages are on the disk: overlapping syncs would return before.
    overlappingSync: false,
  });
}

/** One name of one file: the name may lead to another file later. */
function identityOf(
  path: string,
  { dev, ino }: { readonly dev: number; readonly ino: number },
): string {
  return `${dev}:${ino}:${path}`;
}
