import { PsiError } from "./errors.js";
import type { IndexStore } from "./index-store.js";

/** A store that lives as long as the process: for tests, and for indexes that are quick to build. */
export function memoryStore(): IndexStore {
  const blobs = new Map<string, Uint8Array>();
  let writing = false;
  let closed = false;
  const open = (): Map<string, Uint8Array> => {
    if (closed) throw new PsiError("store-failed", "This store is closed. Make a new one.");
    return blobs;
  };
  return {
    async read(keys) {
      return keys.map((key) => open().get(key)?.slice());
    },
    async has(keys) {
      return keys.map((key) => open().has(key));
    },
    async write(entries) {
      for (const { key, bytes } of entries) {
        if (bytes === undefined) open().delete(key);
        else open().set(key, bytes.slice());
      }
    },
    async *keys(prefix) {
      yield* [...open().keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    async exclusively(work) {
      open();
      if (writing) {
        throw new PsiError("store-locked", "Another call is changing this index. Wait for it to finish.");
      }
      writing = true;
      try {
        return await work();
      } finally {
        writing = false;
      }
    },
    async close() {
      closed = true;
    },
  };
}
