import { randomUUID } from "node:crypto";
import { linkSync, unlinkSync, writeFileSync } from "node:fs";
import { PsiError } from "@psi/core";

/** How many processes and threads can have one index open at a time. */
export const MOST_READERS = 1024;

/** LMDB's lock file: 64 bytes for each reader, and a head of less than 1 kB. */
const LOCK_BYTES = 64 * MOST_READERS + 1024;

/**
 * Writes a lock file where there is none. LMDB would set its length only and then write to it through
 * the memory map: on a full disk that ends the process (SIGBUS). It takes a file of zeros for a new one.
 *
 * The file appears whole, by a hard link: LMDB in another process may open it at any moment. Where it cannot
 * be written for another reason than a full disk, LMDB makes its own.
 *
 * @throws PsiError `store-full`
 */
export function reserveLockFile(lockPath: string): void {
  const temporary = `${lockPath}.${randomUUID()}`;
  try {
    writeFileSync(temporary, Buffer.alloc(LOCK_BYTES), { flag: "wx", flush: true });
    linkSync(temporary, lockPath);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOSPC" && code !== "EDQUOT") return;
    throw new PsiError(
      "store-full",
      `The disk has no room for ${lockPath}, without which the index cannot be opened. Make room and try again.`,
      { cause: error },
    );
  } finally {
    removeIfThere(temporary);
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It could not be made, or not removed: nothing depends on it.
  }
}
