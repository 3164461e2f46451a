import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { PsiError } from "@psi/core";

/** Bytes that hold what is checked of the first two pages: each begins with a page header and a meta record. */
const HEAD_BYTES = 64 * 1024;
const MAGIC = 0xbeefc0de;

/**
 * Checks a store's file before it is mapped into memory. Reading a mapped page that the file no longer has
 * kills the process, so a file that was cut short must be found out first. The newer of LMDB's two meta
 * records says how many pages the file must hold.
 *
 * @throws PsiError `not-an-index` for a file that is no LMDB file, `corrupt-index` for one cut short.
 */
export function checkStoreFile(path: string): void {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    readSync(file, head, 0, head.length, 0);
    const first = metaAt(head, 0);
    if (first === undefined) {
      throw new PsiError(
        "not-an-index",
        `${path} is not an index of ours. Give another path, or index your documents into a new one.`,
      );
    }
    const second = metaAt(head, first.pageSize);
    const newest = second !== undefined && second.transaction > first.transaction ? second : first;
    const expected = (newest.lastPage + 1) * newest.pageSize;
    if (size < expected) {
      throw new PsiError(
        "corrupt-index",
        `${path} is cut short: ${size} of at least ${expected} bytes are there. Restore it from a copy, or delete it and index again.`,
      );
    }
  } finally {
    closeSync(file);
  }
}

interface Meta {
  readonly pageSize: number;
  readonly lastPage: number;
  readonly transaction: number;
}

/** The meta record of the page that starts at an offset: magic at 24, page size at 48, last page at 144. */
function metaAt(head: Buffer, offset: number): Meta | undefined {
  if (offset + 160 > head.length || head.readUInt32LE(offset + 24) !== MAGIC) return undefined;
  return {
    pageSize: head.readUInt32LE(offset + 48),
    lastPage: Number(head.readBigUInt64LE(offset + 144)),
    transaction: Number(head.readBigUInt64LE(offset + 152)),
  };
}
