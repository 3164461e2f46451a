import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { lmdbStore } from "./lmdb-store.js";
import {
  activeTokens,
  isAlive,
  readRecord,
  type WriterRecord,
  writerRecord,
} from "./writer-lock.js";

const MINUTE = 60_000;

describe("isAlive", () => {
  const mine = writerRecord("mine");
  const silent = { renewed: Date.now() - 11 * MINUTE };

  it("knows this thread's writers by their tokens, however long they are silent", () => {
    expect(isAlive(mine)).toBe(false);
    activeTokens().add("mine");
    expect(isAlive({ ...mine, ...silent })).toBe(true);
    activeTokens().delete("mine");
  });

  it("looks for a process of this host and namespace", () => {
    const gone = { ...mine, process: 2 ** 22 + 7 };
    expect(isAlive(gone)).toBe(false);
    const parent = { ...mine, ...silent, process: process.ppid, started: undefined };
    expect(isAlive(parent)).toBe(true);
    // The number was given out again.
    if (process.platform === "linux") expect(isAlive({ ...parent, started: "1" })).toBe(false);
  });

  it.each<[string, Partial<WriterRecord>]>([
    ["another host", { host: "elsewhere" }],
    ["another container of this host", { namespace: "pid:[1]", process: 2 ** 22 + 7 }],
    ["another thread of this process", { thread: mine.thread + 1 }],
  ])("goes by the time of renewal for %s", (_, other) => {
    expect(isAlive({ ...mine, ...other })).toBe(true);
    expect(isAlive({ ...mine, ...other, ...silent })).toBe(false);
  });
});

it("takes a record that cannot be read for none", () => {
  expect(readRecord(undefined)).toBeUndefined();
  expect(readRecord(Buffer.from('{"process":1'))).toBeUndefined();
  expect(readRecord(Buffer.from(JSON.stringify(writerRecord("a"))))).toMatchObject({
    host: hostname(),
    token: "a",
  });
});

describe("a writer", () => {
  const recordOf = async (store: ReturnType<typeof lmdbStore>): Promise<WriterRecord | undefined> =>
    readRecord((await store.read(["writer"]))[0]);

  it("that was taken for dead writes nothing over its successor, and leaves it the lock", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const [store, other] = [lmdbStore(path), lmdbStore(path)];
    const successor = Buffer.from(JSON.stringify({ ...writerRecord("other"), host: "elsewhere" }));
    // It is at work, or has come and gone.
    for (const record of [{ key: "writer", bytes: successor }, { key: "writer" }]) {
      const work = store.exclusively(async () => {
        await store.write([{ key: "before", bytes: Buffer.from("1") }]);
        await other.write([record, { key: "theirs", bytes: Buffer.from("2") }]);
        await store.write([{ key: "theirs" }, { key: "mine", bytes: Buffer.from("3") }]);
      });
      await expect(work).rejects.toMatchObject({ code: "store-locked" });
      expect(await store.has(["before", "theirs", "mine"])).toEqual([true, true, false]);
      expect((await recordOf(store))?.token).toBe(record.bytes && "other");
      await other.write([{ key: "writer" }]);
    }
    expect(await store.exclusively(async () => 1)).toBe(1);
    await store.close();
    await other.close();
  });

  it("renews its record each minute, though it writes nothing, and stops when it is done", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const store = lmdbStore(join(temporaryFolder(), "a.psi"));
    const [begun, renewed] = await store.exclusively(async () => {
      const before = (await recordOf(store))?.renewed;
      vi.advanceTimersByTime(30 * MINUTE);
      return [before, (await recordOf(store))?.renewed];
    });
    expect((renewed as number) - (begun as number)).toBe(30 * MINUTE);
    expect(vi.getTimerCount()).toBe(0);
    expect(await recordOf(store)).toBeUndefined();
    await store.close();
  });
});
