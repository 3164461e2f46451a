import { PsiError } from "@psi/core";
import { MOST_READERS } from "./lock-file.js";

/** LMDB's error codes for pages that are not what they should be (lmdb.h). */
const DAMAGED: ReadonlySet<unknown> = new Set([
  -30797, // MDB_PAGE_NOTFOUND
  -30796, // MDB_CORRUPTED
  -30793, // MDB_INVALID
  -30787, // MDB_CURSOR_FULL: a tree deeper than any can be
  -30786, // MDB_PAGE_FULL
]);
const READERS_FULL = -30790;
const FULL: ReadonlySet<unknown> = new Set([-30792, 28, "ENOSPC", 122, "EDQUOT"]);
const NOT_PERMITTED: ReadonlySet<unknown> = new Set([13, "EACCES", 1, "EPERM", 30, "EROFS"]);

/** What a store throws for an error of LMDB or of the file system. A PsiError stays as it is. */
export function storeError(path: string, error: unknown): PsiError {
  if (error instanceof PsiError) return error;
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  const reason = error instanceof Error ? error.message : String(error);
  const failure = (kind: "corrupt-index" | "store-failed", text: string): PsiError =>
    new PsiError(kind, text, { cause: error });
  if (DAMAGED.has(code)) {
    return failure(
      "corrupt-index",
      `${path} is damaged: ${reason}. Restore it from a copy, or delete it and index again.`,
    );
  }
  if (FULL.has(code)) return diskFull(path, error);
  if (code === READERS_FULL) {
    return failure(
      "store-failed",
      `${path} is open in as many processes and threads as can be, ${MOST_READERS} unless an older version opened it first. Close some of them.`,
    );
  }
  if (NOT_PERMITTED.has(code)) {
    return failure("store-failed", `You have no permission to use ${path}: ${reason}.`);
  }
  return failure("store-failed", `The store ${path} failed: ${reason}.`);
}

export function diskFull(path: string, cause: unknown): PsiError {
  return new PsiError(
    "store-full",
    `The disk of ${path} is full. What was committed is safe: make room and run the same again.`,
    { cause },
  );
}

/** Runs a call to LMDB or to the file system. @throws PsiError see `storeError` */
export function guarded<T>(path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw storeError(path, error);
  }
}
