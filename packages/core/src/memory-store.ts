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
      const kept = open();
      return keys.map((key) => copied(kept.get(key)));
    },
    async has(keys) {
      const kept = open();
      return keys.map((key) => kept.has(key));
    },
    async write(entries) {
      const kept = open();
      // Copied before the first change, so that bytes which cannot be copied leave nothing half written.
      const copies = entries.map(({ key, bytes }) => ({ key, bytes: copied(bytes) }));
      for (const { key, bytes } of copies) {
        if (bytes === undefined) kept.delete(key);
        else kept.set(key, bytes);
      }
    },
    async *keys(prefix) {
      yield* [...open().keys()].filter((key) => key.startsWith(prefix)).sort();
    },
    async exclusively(work) {
      open();
      if (writing) {
        throw new PsiError(
          "store-locked",
          "Another call is changing this index. Wait for it to finish.",
        );
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

/** A copy of its own. `bytes.slice()` would not do: a Buffer's slice shares the memory. */
function copied(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined ? undefined : new Uint8Array(bytes);
}
