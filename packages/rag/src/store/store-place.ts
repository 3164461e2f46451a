import { accessSync, constants, lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { PsiError } from "@psi/core";

/** Where a store's files are, and what may be done with them. */
export interface StorePlace {
  /** The path without symbolic links: two names of one file would have two lock files. */
  readonly path: string;
  readonly lockPath: string;
  /** Undefined for a file that is not there yet. */
  readonly file: Stats | undefined;
  readonly hasLock: boolean;
  /** Whether the file and its lock file may be written. */
  readonly writable: boolean;
}

/**
 * Looks at a path before LMDB does, which blocks on a pipe, crashes on a lock file that it cannot create, and
 * damages a file that is open under two names.
 *
 * @throws PsiError `invalid-option` for a path that no file can have, and for a file with hard links;
 * `not-an-index` for something that is no file; `store-failed` without permission
 */
export function placeOfStore(given: string, readOnly: boolean): StorePlace {
  checkPath(given);
  const path = realPathOf(given, readOnly);
  const lockPath = `${path}-lock`;
  const file = fileAt(path, given);
  const lock = fileAt(lockPath, given);
  if (file !== undefined) checkFile(file, path);
  if (lock !== undefined && !lock.isFile()) {
    throw new PsiError(
      "store-failed",
      `${lockPath} must be a file, which locks the index. Move what is there to another place.`,
    );
  }
  if (file !== undefined && !mayAccess(path, constants.R_OK)) throw notPermitted("read", path);
  const writable =
    (file === undefined || mayAccess(path, constants.W_OK)) &&
    mayAccess(
      lock === undefined ? dirname(path) : lockPath,
      lock === undefined ? constants.W_OK | constants.X_OK : constants.R_OK | constants.W_OK,
    );
  if (!readOnly && !writable) throw notPermitted("write", path);
  return { path, lockPath, file, hasLock: lock !== undefined, writable };
}

function checkPath(path: unknown): void {
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return;
  throw new PsiError(
    "invalid-option",
    `The path of an index is a string that is not empty and has no NUL character; it is ${typeof path === "string" ? JSON.stringify(path) : String(path)}.`,
  );
}

/** The real path; of a file that is not there yet, that of its folder and the file's name. */
function realPathOf(given: string, readOnly: boolean): string {
  const path = resolve(given);
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw unreachable(error, given);
  }
  if (isSymbolicLink(path)) {
    throw new PsiError(
      "not-an-index",
      `${given} is a symbolic link to a file that does not exist.`,
    );
  }
  if (readOnly) {
    throw new PsiError(
      "not-an-index",
      `There is no index at ${given}. Check the path, or index your documents first.`,
    );
  }
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw unreachable(error, given);
    throw new PsiError(
      "invalid-option",
      `The folder ${dirname(given)} does not exist. Create it first.`,
      { cause: error },
    );
  }
}

function isSymbolicLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function fileAt(path: string, given: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreachable(error, given);
  }
}

function checkFile(file: Stats, path: string): void {
  if (file.isDirectory()) {
    throw new PsiError("not-an-index", `${path} is a folder. Give the path of a file.`);
  }
  if (!file.isFile()) {
    throw new PsiError(
      "not-an-index",
      `${path} is a device, a pipe or a socket. Give the path of a file.`,
    );
  }
  if (file.nlink > 1) {
    throw new PsiError(
      "invalid-option",
      `${path} has ${file.nlink} names (hard links). Writers under two names damage an index: remove the other names, or open a copy of the file.`,
    );
  }
}

function unreachable(error: unknown, path: string): PsiError {
  const code = codeOf(error);
  if (code === "EACCES" || code === "EPERM")
    return notPermitted("look into the folder of", path, error);
  if (code === "ENAMETOOLONG") {
    return new PsiError(
      "invalid-option",
      `The name ${basename(path).slice(0, 60)}… is too long. Beside the index is a file of that name with "-lock" at its end.`,
      { cause: error },
    );
  }
  if (code === "ENOTDIR") {
    return new PsiError("invalid-option", `${path} leads through a file that is no folder.`, {
      cause: error,
    });
  }
  return new PsiError("store-failed", `The path ${path} cannot be opened: ${String(error)}.`, {
    cause: error,
  });
}

function mayAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function notPermitted(what: string, path: string, cause?: unknown): PsiError {
  return new PsiError(
    "store-failed",
    `You have no permission to ${what} ${path}. Change the permissions of the file, its lock file and its folder${what === "write" ? ", or open it with readOnly" : ""}.`,
    { cause },
  );
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
