import { InMemoryStore } from "@langchain/core/stores";
import { runContract, testIndexStore } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ByteStore, storeFromByteStore } from "./store-from-byte-store.js";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** A byte store that keeps what it was asked to do, and breaks at one of the writes. */
function loggingStore(
  breakAt = Number.POSITIVE_INFINITY,
  failure: unknown = new Error("pulled the plug"),
) {
  const inner = new InMemoryStore<Uint8Array>();
  const log: string[] = [];
  const note = (what: string, keys: readonly string[]): void => {
    if (log.length === breakAt) throw failure;
    log.push(`${what} ${keys.join(" ")}`);
  };
  const store: ByteStore = {
    mget: (keys) => inner.mget(keys),
    async mset(pairs) {
      note(
        "set",
        pairs.map(([key]) => key),
      );
      await inner.mset(pairs);
    },
    async mdelete(keys) {
      note("delete", keys);
      await inner.mdelete(keys);
    },
    yieldKeys: (prefix) => inner.yieldKeys(prefix),
  };
  return { store, log };
}

/** Keys as LangChain's LocalFileStore takes them, on a store that ignores the prefix of yieldKeys. */
function strictStore(): ByteStore {
  const inner = new InMemoryStore<Uint8Array>();
  const checked = (key: string): string => {
    if (!/^[a-zA-Z0-9_\-:.]+$/.test(key)) throw new Error(`Invalid key ${key}`);
    return key;
  };
  return {
    mget: (keys) => inner.mget(keys.map(checked)),
    mset: (pairs) => inner.mset(pairs.map(([key, value]) => [checked(key), value])),
    mdelete: (keys) => inner.mdelete(keys.map(checked)),
    yieldKeys: () => inner.yieldKeys(),
  };
}

for (const [name, make] of [
  ["InMemoryStore", () => new InMemoryStore<Uint8Array>()],
  ["a store of strict keys", strictStore],
] as const) {
  describe(`over ${name}`, () => {
    runContract(
      testIndexStore(() => {
        const store = make();
        return { store: storeFromByteStore(store), reopen: async () => storeFromByteStore(store) };
      }),
      it,
    );
  });
}

describe("writes", () => {
  it("in order: the last entry alone, and deletions after it", async () => {
    const { store, log } = loggingStore();
    await storeFromByteStore(store).write([
      { key: "old/1" },
      { key: "piece/1", bytes: bytes(1) },
      { key: "piece/2", bytes: bytes(2) },
      { key: "head", bytes: bytes(3) },
      { key: "old/2" },
    ]);
    expect(log).toEqual(["set piece.1 piece.2", "set head", "delete old.1 old.2"]);
  });

  it("a key that is named twice as it was named last", async () => {
    const { store, log } = loggingStore();
    const adapter = storeFromByteStore(store);
    await adapter.write([
      { key: "a", bytes: bytes(1) },
      { key: "b", bytes: bytes(1) },
      { key: "a" },
      { key: "b", bytes: bytes(2) },
    ]);
    expect(log).toEqual(["set b", "delete a"]);
    expect(await adapter.read(["a", "b"])).toEqual([undefined, bytes(2)]);
  });

  it("a head that was named early and late at the end", async () => {
    const { store, log } = loggingStore();
    const head = { key: "head", bytes: bytes(1) };
    await storeFromByteStore(store).write([head, { key: "piece", bytes: bytes(1) }, head]);
    expect(log).toEqual(["set piece", "set head"]);
  });

  it("no more than 256 entries at once", async () => {
    const { store, log } = loggingStore();
    const entries = Array.from({ length: 600 }, (_, i) => ({ key: `k/${i}`, bytes: bytes(1) }));
    await storeFromByteStore(store).write(entries);
    expect(log.map((line) => line.split(" ").length - 1)).toEqual([256, 256, 87, 1]);
    expect(await storeFromByteStore(store).has(entries.map(({ key }) => key))).toEqual(
      entries.map(() => true),
    );
  });

  it("so that a head never names a piece that is not there, wherever it is cut short", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.integer({ min: 1, max: 700 }), async (breakAt, pieces) => {
        const { store } = loggingStore(breakAt + 2);
        const adapter = storeFromByteStore(store);
        await adapter.write([
          { key: "piece/old", bytes: bytes(0) },
          { key: "head", bytes: bytes(0) },
        ]);
        const fresh = Array.from({ length: pieces }, (_, i) => ({
          key: `piece/${i}`,
          bytes: bytes(1),
        }));
        await adapter
          .write([{ key: "piece/old" }, ...fresh, { key: "head", bytes: bytes(1) }])
          .catch(() => {});
        const [head] = await adapter.read(["head"]);
        const named = head?.[0] === 0 ? ["piece/old"] : fresh.map(({ key }) => key);
        expect(await adapter.has(named)).toEqual(named.map(() => true));
      }),
      { numRuns: 40 },
    );
  });
});

describe("shared stores", () => {
  it("lists only its own keys", async () => {
    const inner = new InMemoryStore<Uint8Array>();
    await inner.mset([
      ["somebody else's", bytes(1)],
      ["p_zz", bytes(1)],
    ]);
    const adapter = storeFromByteStore({
      mget: inner.mget.bind(inner),
      mset: inner.mset.bind(inner),
      mdelete: inner.mdelete.bind(inner),
      yieldKeys: () => inner.yieldKeys(),
    });
    await adapter.write([
      { key: "p/1", bytes: bytes(1) },
      { key: "q/1", bytes: bytes(1) },
    ]);
    const keys: string[] = [];
    for await (const key of adapter.keys("p")) keys.push(key);
    expect(keys).toEqual(["p/1"]);
  });

  it("keeps writers apart that came through different adapters, and lets other stores be", async () => {
    const store = new InMemoryStore<Uint8Array>();
    const [a, b] = [storeFromByteStore(store), storeFromByteStore(store)];
    const other = storeFromByteStore(new InMemoryStore<Uint8Array>());
    await a.exclusively(async () => {
      await expect(b.exclusively(async () => 1)).rejects.toMatchObject({ code: "store-locked" });
      expect(await other.exclusively(async () => 2)).toBe(2);
    });
    expect(await b.exclusively(async () => 3)).toBe(3);
  });

  it("takes the lock that it is given around the work, and frees its own when that refuses", async () => {
    const steps: string[] = [];
    let refuse = false;
    const store = storeFromByteStore(new InMemoryStore<Uint8Array>(), {
      async lock(work) {
        if (refuse) throw new Error("somebody writes");
        steps.push("lock");
        try {
          return await work();
        } finally {
          steps.push("unlock");
        }
      },
    });
    await store.exclusively(async () => void steps.push("work"));
    expect(steps).toEqual(["lock", "work", "unlock"]);
    refuse = true;
    await expect(store.exclusively(async () => 1)).rejects.toThrow("somebody writes");
    refuse = false;
    expect(await store.exclusively(async () => 1)).toBe(1);
  });
});

describe("failures", () => {
  it("are told with their cause; a full disk apart", async () => {
    const cause = new Error("connection lost.");
    const broken = storeFromByteStore(loggingStore(0, cause).store);
    await expect(broken.write([{ key: "a", bytes: bytes(1) }])).rejects.toMatchObject({
      code: "store-failed",
      cause,
      message: /write.*connection lost/,
    });
    const full = Object.assign(new Error("no space left."), { code: "ENOSPC" });
    const crowded = storeFromByteStore(loggingStore(0, full).store);
    await expect(crowded.write([{ key: "a", bytes: bytes(1) }])).rejects.toMatchObject({
      code: "store-full",
      cause: full,
    });
  });

  it("are told when a store reads or lists badly", async () => {
    const inner = new InMemoryStore<Uint8Array>();
    const fail = (): never => {
      throw new Error("down.");
    };
    const store = storeFromByteStore({
      mget: fail,
      mset: inner.mset.bind(inner),
      mdelete: inner.mdelete.bind(inner),
      yieldKeys: fail,
    });
    await expect(store.read(["a"])).rejects.toMatchObject({
      code: "store-failed",
      message: /read.*down/,
    });
    await expect(store.has(["a"])).rejects.toMatchObject({ code: "store-failed" });
    await expect(store.keys("a")[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "store-failed",
      message: /list.*down/,
    });
  });

  it("names a key under which there is something else than bytes, and takes null for nothing", async () => {
    const store = new InMemoryStore<unknown>();
    await store.mset([
      ["a", "text"],
      ["b", null],
    ]);
    const adapter = storeFromByteStore(store as InMemoryStore<Uint8Array>);
    await expect(adapter.read(["a"])).rejects.toMatchObject({
      code: "store-failed",
      message: /"a" \(string\)/,
    });
    expect(await adapter.read(["b"])).toEqual([undefined]);
  });

  it("needs a byte store", () => {
    for (const bad of [undefined, {}, new Map()]) {
      expect(() => storeFromByteStore(bad as never)).toThrow(/mget/);
    }
  });
});
