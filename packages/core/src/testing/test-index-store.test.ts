import { describe, expect, it } from "vitest";
import { PsiError } from "../errors.js";
import type { IndexStore } from "../index-store.js";
import { memoryStore } from "../memory-store.js";
import { catches, failures } from "./catches.js";
import { runContract } from "./contract.js";
import { testIndexStore } from "./test-index-store.js";

describe("memoryStore", () => {
  runContract(
    testIndexStore(() => ({ store: memoryStore() })),
    it,
  );
});

describe("testIndexStore catches a store that", () => {
  const changed = (change: (store: IndexStore) => Partial<IndexStore>) => (): IndexStore => {
    const store = memoryStore();
    return { ...store, ...change(store) };
  };
  const sharing = (): IndexStore => {
    const blobs = new Map<string, Uint8Array>();
    return {
      ...memoryStore(),
      read: async (keys) => keys.map((key) => blobs.get(key)),
      write: async (entries) => {
        for (const { key, bytes } of entries) blobs.set(key, bytes ?? new Uint8Array());
      },
    };
  };
  let locked = false;
  catches<IndexStore>(
    [
      [
        "writes entry by entry",
        "writes all entries or none",
        changed((store) => ({
          write: async (entries) => {
            for (const entry of entries) await store.write([entry]);
          },
        })),
      ],
      ["keeps the caller's buffers", "keeps its own copy of what it is given", sharing],
      ["hands out its own bytes", "gives bytes that the caller owns", sharing],
      [
        "sorts what it reads",
        "reads blobs in the order asked, undefined where there is none",
        changed((store) => ({ read: (keys) => store.read([...keys].sort()) })),
      ],
      [
        "loses empty blobs",
        "keeps any bytes, and none",
        changed((store) => ({
          read: async (keys) =>
            (await store.read(keys)).map((bytes) => (bytes?.length === 0 ? undefined : bytes)),
        })),
      ],
      [
        "does not delete",
        "replaces and deletes blobs",
        changed((store) => ({
          write: (entries) => store.write(entries.filter(({ bytes }) => bytes !== undefined)),
        })),
      ],
      [
        "takes a prefix for a folder",
        "lists the keys that start with a prefix, ascending",
        changed((store) => ({ keys: (prefix) => store.keys(prefix === "" ? "" : `${prefix}/`) })),
      ],
      [
        "cuts keys short",
        "takes keys of 500 characters and thousands of entries",
        changed((store) => ({
          write: (entries) =>
            store.write(entries.map((entry) => ({ ...entry, key: entry.key.slice(0, 255) }))),
        })),
      ],
      [
        "says it has what it has not",
        "tells which keys have a blob, in the order asked",
        changed(() => ({ has: async (keys) => keys.map(() => true) })),
      ],
      [
        "lets two writers in",
        "refuses a second writer at once, and does not run its work",
        changed(() => ({ exclusively: async (work) => work() })),
      ],
      [
        "lets the second writer wait",
        "refuses a second writer at once, and does not run its work",
        changed(() => {
          let last: Promise<unknown> = Promise.resolve();
          return {
            exclusively: (work) => {
              const mine = last.then(work);
              last = mine.catch(() => {});
              return mine;
            },
          };
        }),
      ],
      [
        "stays locked after a failure",
        "is free again after work that throws, and passes the error on",
        () => {
          locked = false;
          return {
            ...memoryStore(),
            exclusively: async (work) => {
              if (locked) throw new PsiError("store-locked", "Locked.");
              locked = true;
              const done = await work();
              locked = false;
              return done;
            },
          };
        },
      ],
      [
        "works on after it was closed",
        "closes twice, then every call throws store-failed",
        changed(() => ({ close: async () => {} })),
      ],
      [
        "cannot be closed twice",
        "closes twice, then every call throws store-failed",
        changed((store) => {
          let closed = false;
          return {
            close: async () => {
              if (closed) throw new PsiError("store-failed", "Closed already.");
              closed = true;
              await store.close();
            },
          };
        }),
      ],
    ],
    (make) => testIndexStore(() => ({ store: make() })),
  );

  it("forgets when it is opened again", async () => {
    const cases = testIndexStore(() => ({
      store: memoryStore(),
      reopen: async () => memoryStore(),
    }));
    expect(await failures(cases)).toEqual(["keeps what was written when it is opened again"]);
  });
});
