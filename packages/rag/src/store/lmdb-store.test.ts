import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runContract, testIndexStore } from "@psi/core/testing";
import { afterAll, describe, expect, it } from "vitest";
import { codeOf } from "../testing/code-of.js";
import { runScript } from "../testing/run-script.js";
import { smallDisk } from "../testing/small-disk.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { lmdbStore } from "./lmdb-store.js";

const root = mkdtempSync(join(tmpdir(), "psi-lmdb-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let stores = 0;

describe("lmdbStore", () => {
  runContract(
    testIndexStore(() => {
      const path = join(root, `${stores++}.psi`);
      return { store: lmdbStore(path), reopen: async () => lmdbStore(path) };
    }),
    it,
  );

  it("keeps what was written when it is opened again", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const first = lmdbStore(path);
    await first.write([{ key: "a/1", bytes: Buffer.from("one") }]);
    await first.close();
    const second = lmdbStore(path, { readOnly: true });
    expect(Buffer.from((await second.read(["a/1"]))[0] as Uint8Array).toString()).toBe("one");
    await second.close();
  });
});

describe("a file that is no store", () => {
  it("is refused: text, noise, nothing, a folder, a missing file, a missing folder", () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    writeFileSync(at("text"), "not an index\n".repeat(2000));
    writeFileSync(at("noise"), randomBytes(100_000));
    writeFileSync(at("empty"), "");
    mkdirSync(at("folder"));
    for (const name of ["text", "noise", "empty", "folder"]) {
      expect([name, codeOf(() => lmdbStore(at(name)))]).toEqual([name, "not-an-index"]);
    }
    expect(codeOf(() => lmdbStore(at("missing"), { readOnly: true }))).toBe("not-an-index");
    expect(codeOf(() => lmdbStore(at("missing/a.psi")))).toBe("invalid-option");
  });

  it("is refused when it is cut short, wherever it is cut", async () => {
    const folder = temporaryFolder();
    const whole = join(folder, "whole.psi");
    const store = lmdbStore(whole);
    await store.write(
      Array.from({ length: 100 }, (_, i) => ({ key: `a/${i}`, bytes: randomBytes(3000) })),
    );
    await store.close();
    const { size } = statSync(whole);
    const cut = join(folder, "cut.psi");
    for (const share of [0.02, 0.1, 0.5, 0.9, 0.99]) {
      copyFileSync(whole, cut);
      truncateSync(cut, Math.floor(size * share));
      expect([share, codeOf(() => lmdbStore(cut))]).toEqual([
        share,
        expect.stringMatching(/corrupt-index|not-an-index/),
      ]);
    }
    const opened = lmdbStore(whole);
    expect((await opened.has(["a/99"]))[0]).toBe(true);
    await opened.close();
  });
});

describe("a second writer", () => {
  const holder = fileURLToPath(new URL("../testing/holding-child.mjs", import.meta.url));

  it("in another process is refused by name, and let in when the first has died", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const child = spawn(process.execPath, [holder, path], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const store = lmdbStore(path);
    await expect(store.exclusively(async () => 1)).rejects.toMatchObject({
      code: "store-locked",
      message: expect.stringContaining(`Process ${child.pid}`),
    });
    // Readers are not in the way.
    expect(await store.has(["held"])).toEqual([true]);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    expect(await store.exclusively(async () => 1)).toBe(1);
    await store.close();
  });

  it("in the same process, over another handle, is refused too", async () => {
    const path = join(temporaryFolder(), "a.psi");
    const [one, two] = [lmdbStore(path), lmdbStore(path)];
    await one.exclusively(async () => {
      await expect(two.exclusively(async () => 1)).rejects.toMatchObject({ code: "store-locked" });
    });
    expect(await two.exclusively(async () => 2)).toBe(2);
    await one.close();
    await two.close();
  });
});

describe("a full disk", () => {
  it("is named, and what was committed stays", async (context) => {
    const store = lmdbStore(join(smallDisk(context), "a.psi"));
    await store.write([{ key: "first", bytes: Buffer.from("safe") }]);
    const fill = async (): Promise<void> => {
      for (let i = 0; i < 100; i++) {
        await store.write(
          Array.from({ length: 20 }, (_, j) => ({
            key: `a/${i}/${j}`,
            bytes: randomBytes(2000),
          })),
        );
      }
    };
    await expect(store.exclusively(fill)).rejects.toMatchObject({ code: "store-full" });
    expect(Buffer.from((await store.read(["first"]))[0] as Uint8Array).toString()).toBe("safe");
    // The writer's place is free again, although its record could not be removed.
    expect(await store.exclusively(async () => "in")).toBe("in");
    await store.close();
  });

  it("ends no process where the lock file is missing: opening is refused until there is room for it", (context) => {
    const folder = smallDisk(context);
    const { output, signal } = runScript(
      `import { appendFileSync, rmSync } from "node:fs";
       const [, path] = process.argv;
       const store = rag.lmdbStore(path);
       await store.write([{ key: "first", bytes: Buffer.from("safe") }]);
       await store.close();
       rmSync(path + "-lock");
       try { for (;;) appendFileSync(path + ".fill", Buffer.alloc(4096, 1)); } catch {}
       for (const open of [
         () => rag.lmdbStore(path, { readOnly: true }),
         () => rag.lmdbStore(path),
         () => rag.lmdbStore(path + ".new"),
       ]) {
         try { open(); console.log("opened"); } catch ({ code }) { console.log(code); }
       }
       rmSync(path + ".fill");
       await rag.lmdbStore(path).close();
       try { for (;;) appendFileSync(path + ".fill", Buffer.alloc(4096, 1)); } catch {}
       console.log(await rag.lmdbStore(path).has(["first"]));`,
      { args: [join(folder, "a.psi")] },
    );
    expect(signal).toBeNull();
    expect(output.split("\n")).toEqual(["store-full", "store-full", "store-full", "[ true ]"]);
  });
});
