import assert from "node:assert/strict";
import type { IndexStore } from "../index-store.js";
import { assertRejects, soon } from "./asserting.js";
import { type ContractCase, casesOf, type Make, type Rules } from "./contract.js";

/** An empty store, and how to open its blobs again. */
export interface StoreUnderTest {
  readonly store: IndexStore;
  /** Opens the same blobs after `store` was closed. Left out when they end with the store. */
  reopen?(): Promise<IndexStore>;
}

/**
 * The contract of `IndexStore` within one process. That a second process is refused, and that a killed
 * one leaves all or nothing, is for the store's own tests.
 *
 * @param make a new, empty store for each case; the suite closes it.
 */
export function testIndexStore(make: Make<StoreUnderTest>): readonly ContractCase[] {
  return casesOf(make, { ...reading, ...writing, ...locking, ...closing }).map(({ name, run }) => ({
    name: `index store: ${name}`,
    run,
  }));
}

/** A rule about a store that is open, which is closed afterwards. */
function whileOpen(
  check: (store: IndexStore) => Promise<void>,
): (subject: StoreUnderTest) => Promise<void> {
  return async ({ store }) => {
    try {
      await check(store);
    } finally {
      await store.close();
    }
  };
}

const reading: Rules<StoreUnderTest> = {
  "reads blobs in the order asked, undefined where there is none": whileOpen(async (store) => {
    await store.write([blob("a/1", 1), blob("a/2", 2, 2)]);
    assert.deepEqual(await valuesOf(store, ["a/2", "a/0", "a/1", "a/2"]), [
      [2, 2],
      undefined,
      [1],
      [2, 2],
    ]);
    assert.deepEqual(await store.read([]), []);
  }),
  "tells which keys have a blob, in the order asked": whileOpen(async (store) => {
    await store.write([blob("a/1", 1), blob("a/2")]);
    assert.deepEqual(await store.has(["a/2", "a", "a/1", "a/11"]), [true, false, true, false]);
    assert.deepEqual(await store.has([]), []);
  }),
  "gives bytes that the caller owns": whileOpen(async (store) => {
    await store.write([blob("a", 1, 2)]);
    const [first, again] = await store.read(["a", "a"]);
    first?.fill(9);
    assert.deepEqual([...(again ?? [])], [1, 2], "one read's bytes are another's");
    assert.deepEqual(await valuesOf(store, ["a"]), [[1, 2]], "the reader's changes were stored");
    await store.write([blob("a", 5, 6)]);
    assert.deepEqual([...(again ?? [])], [1, 2], "a write changed bytes that were read before");
  }),
  "lists the keys that start with a prefix, ascending": whileOpen(async (store) => {
    const keys = ["b/1", "a/2", "a", "a/10", "a0", "a/1", "A/1", "a/", "a/~", "a-1", "a/1/x"];
    await store.write(keys.map((key) => blob(key, 1)));
    assert.deepEqual(await keysOf(store, ""), [...keys].sort());
    const under = ["a/", "a/1", "a/1/x", "a/10", "a/2", "a/~"];
    assert.deepEqual(await keysOf(store, "a/"), under);
    assert.deepEqual(await keysOf(store, "a/1"), ["a/1", "a/1/x", "a/10"]);
    assert.deepEqual(await keysOf(store, "c"), []);
    await store.write([{ key: "a/1" }]);
    assert.deepEqual(await keysOf(store, "a/1"), ["a/1/x", "a/10"]);
  }),
};

const writing: Rules<StoreUnderTest> = {
  "replaces and deletes blobs": whileOpen(async (store) => {
    await store.write([blob("a", 1, 1, 1), blob("b", 2)]);
    await store.write([blob("a", 3), { key: "b" }, { key: "was/never/there" }]);
    assert.deepEqual(await valuesOf(store, ["a", "b", "was/never/there"]), [
      [3],
      undefined,
      undefined,
    ]);
    assert.deepEqual(await store.has(["a", "b", "was/never/there"]), [true, false, false]);
    await store.write([]);
  }),
  "keeps any bytes, and none": whileOpen(async (store) => {
    const all = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7 + (i >> 8)) & 255);
    await store.write([
      { key: "all", bytes: all },
      { key: "part", bytes: all.subarray(100, 356) },
      blob("empty"),
    ]);
    const [readAll, part, empty] = await store.read(["all", "part", "empty"]);
    assert.ok(readAll !== undefined && Buffer.compare(readAll, all) === 0, "300,000 bytes differ");
    assert.deepEqual([...(part ?? [])], [...all.subarray(100, 356)]);
    assert.deepEqual([...(empty ?? [-1])], []);
  }),
  "keeps its own copy of what it is given": whileOpen(async (store) => {
    const plain = Uint8Array.of(1, 2);
    const buffer = Buffer.from([3, 4]);
    await store.write([
      { key: "plain", bytes: plain },
      { key: "buffer", bytes: buffer },
    ]);
    plain.fill(9);
    buffer.fill(9);
    assert.deepEqual(await valuesOf(store, ["plain", "buffer"]), [
      [1, 2],
      [3, 4],
    ]);
  }),
  "writes all entries or none": whileOpen(async (store) => {
    await store.write([blob("kept", 1), blob("replaced", 1)]);
    const unreadable = {
      key: "c",
      get bytes(): Uint8Array {
        throw new Error("These bytes cannot be read.");
      },
    };
    const entries = [blob("new", 2), blob("replaced", 2), { key: "kept" }, unreadable];
    await assert.rejects(async () => store.write([...entries, blob("d", 2)]));
    const keys = ["kept", "replaced", "new", "c", "d"];
    assert.deepEqual(await valuesOf(store, keys), [[1], [1], undefined, undefined, undefined]);
    await store.write([blob("d", 3)]);
    assert.deepEqual(await valuesOf(store, keys), [[1], [1], undefined, undefined, [3]]);
  }),
  "takes keys of 500 characters and thousands of entries": whileOpen(async (store) => {
    const long = `passage/${"k".repeat(491)}`;
    const many = Array.from({ length: 3_000 }, (_, i) => blob(`many/${i}`, i & 255));
    await store.write([...many, blob(`${long}1`, 1), blob(`${long}2`, 2)]);
    assert.deepEqual(await valuesOf(store, [`${long}1`, `${long}2`]), [[1], [2]]);
    assert.equal((await keysOf(store, "many/")).length, 3_000);
    assert.deepEqual(await keysOf(store, long), [`${long}1`, `${long}2`]);
  }),
};

const locking: Rules<StoreUnderTest> = {
  "refuses a second writer at once, and does not run its work": whileOpen(async (store) => {
    let ran = false;
    let finish: () => void = () => {};
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const first = store.exclusively(() => working);
    try {
      const second = (): Promise<void> =>
        soon(
          store.exclusively(async () => {
            ran = true;
          }),
        );
      await assertRejects("store-locked", second);
      // A refusal must not have taken the lock from the first.
      await assertRejects("store-locked", second);
    } finally {
      finish();
      await first;
    }
    assert.equal(ran, false, "the second writer's work was run");
    assert.equal(await soon(store.exclusively(async () => "next")), "next");
  }),
  "lets the only writer read and write, and others read": whileOpen(async (store) => {
    await store.write([blob("a", 1)]);
    const seen = await store.exclusively(async () => {
      const before = await valuesOf(store, ["a", "b"]);
      await store.write([blob("b", 2)]);
      return [...before, ...(await valuesOf(store, ["b"]))];
    });
    assert.deepEqual(seen, [[1], undefined, [2]]);
    assert.deepEqual(await valuesOf(store, ["a", "b"]), [[1], [2]]);
  }),
  "is free again after work that throws, and passes the error on": whileOpen(async (store) => {
    const failure = new Error("the work's own");
    await assert.rejects(
      store.exclusively(async () => {
        throw failure;
      }),
      (thrown: unknown) => thrown === failure,
    );
    await assert.rejects(
      async () =>
        store.exclusively(() => {
          throw failure;
        }),
      (thrown: unknown) => thrown === failure,
    );
    assert.equal(await soon(store.exclusively(async () => 7)), 7);
  }),
};

const closing: Rules<StoreUnderTest> = {
  "closes twice, then every call throws store-failed": async ({ store }) => {
    await store.write([blob("a", 1)]);
    await store.close();
    await store.close();
    await assertRejects("store-failed", () => store.read(["a"]));
    await assertRejects("store-failed", () => store.read([]));
    await assertRejects("store-failed", () => store.has(["a"]));
    await assertRejects("store-failed", () => store.has([]));
    await assertRejects("store-failed", () => store.write([blob("b", 1)]));
    await assertRejects("store-failed", () => store.write([]));
    await assertRejects("store-failed", () => keysOf(store, ""));
    await assertRejects("store-failed", () => store.exclusively(async () => 1));
  },
  "keeps what was written when it is opened again": async ({ store, reopen }) => {
    await store.write([blob("a", 1), blob("b", 2), blob("empty")]);
    await store.write([{ key: "b" }]);
    await store.close();
    const opened = await reopen?.();
    if (opened === undefined) return;
    try {
      assert.deepEqual(await valuesOf(opened, ["a", "b", "empty"]), [[1], undefined, []]);
      assert.deepEqual(await keysOf(opened, ""), ["a", "empty"]);
      assert.equal(await opened.exclusively(async () => "works"), "works");
    } finally {
      await opened.close();
    }
  },
};

function blob(key: string, ...bytes: readonly number[]): { key: string; bytes: Uint8Array } {
  return { key, bytes: Uint8Array.from(bytes) };
}

async function valuesOf(
  store: IndexStore,
  keys: readonly string[],
): Promise<(number[] | undefined)[]> {
  return (await store.read(keys)).map((bytes) => (bytes === undefined ? undefined : [...bytes]));
}

async function keysOf(store: IndexStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.keys(prefix)) found.push(key);
  return found;
}
