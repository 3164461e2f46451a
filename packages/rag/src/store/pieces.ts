import { type IndexStore, PsiError, type StoreEntry } from "@psi/core";

/** How many blobs are read or written at a time: some megabytes, whatever the size of the index. */
const BLOCK = 1024;

/** The blobs of many keys, in order, in blocks. */
export async function readInBlocks(
  store: IndexStore,
  keys: readonly string[],
  take: (bytes: Uint8Array | undefined, index: number) => void,
): Promise<void> {
  for (let start = 0; start < keys.length; start += BLOCK) {
    const blobs = await store.read(keys.slice(start, start + BLOCK));
    blobs.forEach((bytes, i) => {
      take(bytes, start + i);
    });
  }
}

/** The positions of the keys that have no blob. */
export async function missingOf(
  store: IndexStore,
  keys: readonly string[],
): Promise<readonly number[]> {
  const missing: number[] = [];
  for (let start = 0; start < keys.length; start += BLOCK) {
    const present = await store.has(keys.slice(start, start + BLOCK));
    present.forEach((here, i) => {
      if (!here) missing.push(start + i);
    });
  }
  return missing;
}

/** Writes the entries whose key has no blob yet. Keys are hashes of content, so the others are right. */
export async function writeMissing(
  store: IndexStore,
  entries: readonly StoreEntry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK);
    const absent = await missingOf(
      store,
      block.map(({ key }) => key),
    );
    if (absent.length > 0) await store.write(absent.map((i) => block[i] as StoreEntry));
  }
}

export function encodeJson(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** @throws PsiError `corrupt-index` when the blob is missing or is no JSON. */
export function decodeJson<T>(bytes: Uint8Array | undefined, key: string): T {
  try {
    if (bytes === undefined) throw new Error("there is no such piece");
    return JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
    ) as T;
  } catch (error) {
    throw damaged(key, error);
  }
}

export function damaged(key: string, cause?: unknown): PsiError {
  return new PsiError(
    "corrupt-index",
    `The index lacks a piece or holds a damaged one (${key}). Restore it from a copy, or index the documents again.`,
    { cause },
  );
}
