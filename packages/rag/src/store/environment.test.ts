import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { runScript } from "../testing/run-script.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { lmdbStore } from "./lmdb-store.js";

const one = [{ key: "a", bytes: Buffer.from("1") }];

describe("handles of one file in one process", () => {
  it("share it, whichever of reading and writing comes first", async () => {
    const path = join(temporaryFolder(), "a.psi");
    await lmdbStore(path).close();
    for (const firstReads of [true, false]) {
      const first = lmdbStore(path, { readOnly: firstReads });
      const second = lmdbStore(path, { readOnly: !firstReads });
      const [reader, writer] = firstReads ? [first, second] : [second, first];
      await writer.write(one);
      expect(await reader.has(["a"])).toEqual([true]);
      await expect(reader.write(one)).rejects.toMatchObject({ code: "store-failed" });
      await writer.write([{ key: "a" }]);
      expect(await reader.has(["a"])).toEqual([false]);
      await first.close();
      await second.close();
    }
  });

  it("stay open when another is closed, also while keys are listed", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const [first, second] = [lmdbStore(path), lmdbStore(path)];
    await first.write([...one, { key: "b", bytes: Buffer.from("2") }]);
    const listed: string[] = [];
    for await (const key of second.keys("")) {
      listed.push(key);
      await first.close();
      await first.close();
    }
    expect(listed).toEqual(["a", "b"]);
    expect(await second.has(["a"])).toEqual([true]);
    await second.close();
    const third = lmdbStore(path);
    expect(await third.has(["a"])).toEqual([true]);
    await third.close();
  });

  it("may be more than LMDB has places for readers", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const stores = Array.from({ length: 1_100 }, () => lmdbStore(path));
    await stores[0]?.write(one);
    const found = await Promise.all(stores.map((store) => store.has(["a"])));
    expect(found.flat().every((there) => there)).toBe(true);
    await Promise.all(stores.map((store) => store.close()));
  });

  it("share it across the module formats", () => {
    const { output } = runScript(
      `import { createRequire } from "node:module";
       const [, path, cjs] = process.argv;
       const other = createRequire(cjs)(cjs);
       const [first, second] = [rag.lmdbStore(path), other.lmdbStore(path)];
       await first.write([{ key: "a", bytes: Buffer.from("1") }]);
       await first.close();
       console.log(await second.has(["a"]));
       await second.exclusively(async () => {
         await rag.lmdbStore(path).exclusively(async () => 1).catch(({ code }) => console.log(code));
       });`,
      {
        args: [
          join(temporaryFolder(), "a.psi"),
          new URL("../../dist/index.cjs", import.meta.url).pathname,
        ],
      },
    );
    expect(output.split("\n")).toEqual(["[ true ]", "store-locked"]);
  });

  it("share it with worker threads, each of which opens its own", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const store = lmdbStore(path);
    await store.write(one);
    const main = new URL("../../dist/index.js", import.meta.url).href;
    const script = `
      const { parentPort, workerData } = require("node:worker_threads");
      import(workerData.main).then(async ({ lmdbStore }) => {
        const store = lmdbStore(workerData.path);
        const [seen] = await store.has(["a"]);
        await store.write([{ key: "b", bytes: Buffer.from("2") }]);
        await store.close();
        parentPort.postMessage(seen);
      });`;
    const worker = new Worker(script, { eval: true, workerData: { main, path } });
    const seen = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    await worker.terminate();
    expect(seen).toBe(true);
    expect(await store.has(["a", "b"])).toEqual([true, true]);
    await store.close();
  });
});

describe("a file that is replaced while it is open", () => {
  it("is not written any more: the change would go into a file without a name", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const store = lmdbStore(path);
    await store.write(one);
    copyFileSync(path, `${path}.copy`);
    const refused = { code: "store-failed", message: expect.stringContaining("replaced") };
    rmSync(path);
    await expect(store.exclusively(async () => 1)).rejects.toMatchObject(refused);
    renameSync(`${path}.copy`, path);
    await expect(store.exclusively(async () => 1)).rejects.toMatchObject(refused);
    await store.close();
    const again = lmdbStore(path);
    expect(await again.exclusively(async () => again.has(["a"]))).toEqual([true]);
    await again.close();
  });
});
