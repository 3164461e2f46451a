import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf } from "../testing/code-of.js";
import { runScript } from "../testing/run-script.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { lmdbStore } from "./lmdb-store.js";

async function indexedIn(folder: string): Promise<string> {
  const path = join(folder, "a.psi");
  const store = lmdbStore(path);
  await store.write([{ key: "a", bytes: Buffer.from("1") }]);
  await store.close();
  return path;
}

describe("a path that no store can have is refused, and nothing hangs or crashes:", () => {
  it("no string, an empty one, one with NUL", () => {
    const path = join(temporaryFolder(), "a.psi");
    for (const given of [5, null, undefined, {}, "", `${path}\0.psi`, "\0"]) {
      expect(codeOf(() => lmdbStore(given as string))).toBe("invalid-option");
    }
  });

  it.skipIf(process.platform === "win32")("a pipe, a device, a lock file that is a pipe", () => {
    const folder = temporaryFolder();
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe, join(folder, "b-lock")]);
    for (const readOnly of [false, true]) {
      expect(codeOf(() => lmdbStore(pipe, { readOnly }))).toBe("not-an-index");
      expect(codeOf(() => lmdbStore("/dev/null", { readOnly }))).toBe("not-an-index");
    }
    expect(codeOf(() => lmdbStore(join(folder, "b")))).toBe("store-failed");
  });

  it("a folder in the place of the lock file", async () => {
    const path = await indexedIn(temporaryFolder());
    rmSync(`${path}-lock`);
    mkdirSync(`${path}-lock`);
    expect(codeOf(() => lmdbStore(path))).toBe("store-failed");
    expect(codeOf(() => lmdbStore(path, { readOnly: true }))).toBe("store-failed");
  });

  it("a name that leaves no room for that of the lock file", () => {
    const folder = temporaryFolder();
    for (const length of [251, 255, 256, 5000]) {
      expect(codeOf(() => lmdbStore(join(folder, "n".repeat(length))))).toBe("invalid-option");
    }
    // 126 letters of two bytes.
    expect(codeOf(() => lmdbStore(join(folder, "ü".repeat(126))))).toBe("invalid-option");
  });

  it("a path through a file", async () => {
    const path = await indexedIn(temporaryFolder());
    expect(codeOf(() => lmdbStore(join(path, "b.psi")))).toBe("invalid-option");
  });

  it("a symbolic link to nothing, and one to itself", () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, "nothing"), join(folder, "dangling.psi"));
    symlinkSync(join(folder, "loop.psi"), join(folder, "loop.psi"));
    expect(codeOf(() => lmdbStore(join(folder, "dangling.psi")))).toBe("not-an-index");
    expect(codeOf(() => lmdbStore(join(folder, "loop.psi")))).toBe("store-failed");
  });

  it("a file with a second name", async () => {
    const path = await indexedIn(temporaryFolder());
    const second = join(dirname(path), "second.psi");
    linkSync(path, second);
    for (const each of [path, second]) {
      expect(codeOf(() => lmdbStore(each))).toBe("invalid-option");
    }
    rmSync(second);
    expect(codeOf(() => lmdbStore(path))).toBe("opened");
  });
});

describe("a symbolic link", () => {
  it("to a file, or to its folder, opens the file with its one lock file", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    const path = await indexedIn(join(folder, "real"));
    symlinkSync(path, join(folder, "link.psi"));
    symlinkSync(join(folder, "real"), join(folder, "alias"));
    const [direct, link, alias] = [
      lmdbStore(path),
      lmdbStore(join(folder, "link.psi")),
      lmdbStore(join(folder, "alias", "a.psi")),
    ];
    await link.write([{ key: "b", bytes: Buffer.from("2") }]);
    await direct.exclusively(async () => {
      await expect(alias.exclusively(async () => 1)).rejects.toMatchObject({
        code: "store-locked",
      });
    });
    expect(await alias.has(["a", "b"])).toEqual([true, true]);
    expect(codeOf(() => rmSync(join(folder, "link.psi-lock")))).toMatchObject({ code: "ENOENT" });
    for (const each of [direct, link, alias]) await each.close();
  });
});

describe.skipIf(process.platform === "win32")("permissions", () => {
  /** What an unprivileged process gets: a code and what the message names, or what it reads. */
  const opened = (path: string, options: object): string =>
    runScript(
      `const [, path, options] = process.argv;
       try {
         const store = rag.lmdbStore(path, JSON.parse(options));
         console.log(await store.has(["a"]));
         await store.close();
       } catch ({ code, message }) { console.log(code, message); }`,
      { unprivileged: true, args: [path, JSON.stringify(options)] },
    ).output;

  it("that are missing are named, for a file and for its folder", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const path = await indexedIn(folder);
    chmodSync(path, 0o600);
    expect(opened(path, { readOnly: true })).toMatch(/^store-failed .*permission to read/);
    chmodSync(path, 0o644);
    expect(opened(path, {})).toMatch(/^store-failed .*permission to write/);
    chmodSync(folder, 0o700);
    for (const readOnly of [true, false]) {
      expect(opened(path, { readOnly })).toMatch(/^store-failed .*permission to look into/);
    }
    chmodSync(folder, 0o755);
    expect(opened(join(folder, "new.psi"), {})).toMatch(/^store-failed .*permission to write/);
  });

  it("to read alone are enough to read, with and without a lock file", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const path = await indexedIn(folder);
    chmodSync(path, 0o644);
    chmodSync(`${path}-lock`, 0o644);
    expect(opened(path, { readOnly: true })).toBe("[ true ]");
    rmSync(`${path}-lock`);
    expect(opened(path, { readOnly: true })).toBe("[ true ]");
  });
});

it("leaves what it refuses as it was", () => {
  const path = join(temporaryFolder(), "a.psi");
  writeFileSync(path, "mine");
  expect(codeOf(() => lmdbStore(path))).toBe("not-an-index");
  expect(codeOf(() => rmSync(`${path}-lock`))).toMatchObject({ code: "ENOENT" });
});
