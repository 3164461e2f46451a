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

/**
 * Writes the entries whose blob is missing or differs. Keys are hashes of content, so a blob that differs is
 * damaged.
 */
export async function writeChanged(
  store: IndexStore,
  entries: readonly (StoreEntry & { readonly bytes: Uint8Array })[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += BLOCK) {
    const block = entries.slice(start, start + BLOCK);
    const stored = await store.read(block.map(({ key }) => key));
    const changed = block.filter(({ bytes }, i) => {
      const blob = stored[i];
      return blob === undefined || Buffer.compare(blob, bytes) !== 0;
    });
    if (changed.length > 0) await store.write(changed);
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
    `A piece of the index is missing or damaged (${key}). Index the same documents again (replaceAll): intact pieces are used, damaged ones are replaced. Or restore it from a copy.`,
    { cause },
  );
}
