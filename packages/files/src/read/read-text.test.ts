import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPsiError } from "@psi/core";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { anyText, listOf } from "../testing/any-text.js";
import { readText } from "./read-text.js";

const folder = mkdtempSync(join(tmpdir(), "psi-read-text-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "notes.txt");
const file = { path, source: "notes.txt" };

const textOf = async (bytes: string | Uint8Array, binary?: "refuse"): Promise<string> => {
  writeFileSync(path, bytes);
  return (await listOf(readText(file, binary === undefined ? {} : { binary }))).join("");
};
const problemOf = async (bytes: Uint8Array, binary?: "refuse"): Promise<string> => {
  const thrown: unknown = await textOf(bytes, binary).then(
    () => "nothing was thrown",
    (error: unknown) => error,
  );
  return isPsiError(thrown, "unreadable-input") ? thrown.message : String(thrown);
};
const swapped = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

describe("readText", () => {
  it("reads UTF-8 as it is written", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const bytes = Buffer.from(text);
        const marked = text.startsWith("\ufeff") ? text.slice(1) : text;
        expect(await textOf(bytes)).toBe(bytes.toString().slice(text.length - marked.length));
      }),
      { numRuns: 50 },
    );
  });

  it("reads characters that the end of a block cuts in two", async () => {
    for (const character of ["é", "桥", "👍"]) {
      for (let shift = 0; shift < 4; shift++) {
        const text = "x".repeat(65_536 - shift) + character.repeat(40_000);
        expect((await textOf(text)) === text).toBe(true);
      }
    }
  });

  it("reads UTF-16 with a byte order mark, either way round, across blocks", async () => {
    for (const text of ["桥 bridge 👍", `x${"👍".repeat(40_000)}`]) {
      expect((await textOf(Buffer.from(`\ufeff${text}`, "utf16le"))) === text).toBe(true);
      expect((await textOf(swapped(`\ufeff${text}`))) === text).toBe(true);
    }
  });

  it("takes off one byte order mark, at the beginning only", async () => {
    expect(await textOf("\ufeffa\ufeff")).toBe("a\ufeff");
    expect(await textOf("\ufeff\ufeffa")).toBe("\ufeffa");
    expect(await textOf("\ufeff")).toBe("");
    expect(await textOf("")).toBe("");
  });

  it("names the first byte that is not UTF-8", async () => {
    const latin = Buffer.from("caf\u00e9 au lait", "latin1");
    expect(await problemOf(latin)).toMatch(/^notes\.txt is not UTF-8: byte 3 is 0xe9.*UTF-16/);
    const late = Buffer.concat([Buffer.from("é".repeat(50_001)), Buffer.from([0xc0])]);
    expect(await problemOf(late)).toMatch(/byte 100002 is 0xc0/);
    for (const bytes of [
      [0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xc0, 0x80],
      [0xe6, 0xa1],
      [0xf0, 0x9f, 0x91],
    ]) {
      const whole = Buffer.from([0x61, ...bytes]);
      expect(await problemOf(whole)).toMatch(/notes\.txt is not UTF-8: byte 1 is 0x/);
    }
  });

  it("names the place where UTF-16 is broken", async () => {
    const odd = Buffer.concat([Buffer.from("\ufeffab", "utf16le"), Buffer.from([0x61])]);
    expect(await problemOf(odd)).toMatch(/begins as UTF-16LE, but bytes 7 to 7/);
    const half = Buffer.from("\ufeffa\ud83db", "utf16le");
    expect(await problemOf(half)).toMatch(/begins as UTF-16LE, but bytes 0 to 8/);
  });

  it("refuses NUL where a binary file is not wanted, and keeps it elsewhere", async () => {
    expect(await textOf("a\0b")).toBe("a\0b");
    const binary = Buffer.from(`${"x".repeat(70_000)}\0`);
    expect(await problemOf(binary, "refuse")).toMatch(/looks like a binary file: character 70000/);
    expect(await textOf("text", "refuse")).toBe("text");
  });

  it("tells a missing file from one that may not be read", async () => {
    const missing = { path: join(folder, "missing.txt"), source: "missing.txt" };
    await expect(listOf(readText(missing))).rejects.toThrow(
      /There is no file or folder missing.txt/,
    );
    await expect(listOf(readText({ path: folder, source: "folder" }))).rejects.toThrow(
      /folder cannot be read: EISDIR/,
    );
  });

  it.skipIf(process.getuid?.() === 0)(
    "names a file that is not permitted (not as root)",
    async () => {
      writeFileSync(path, "text");
      chmodSync(path, 0o000);
      await expect(listOf(readText(file))).rejects.toThrow(/may not be read by this user/);
      chmodSync(path, 0o600);
    },
  );

  it("stops when the signal is aborted, with its reason", async () => {
    writeFileSync(path, "x".repeat(300_000));
    const controller = new AbortController();
    const reason = new Error("stop");
    const reading = readText(file, { signal: controller.signal });
    expect((await reading.next()).done).toBe(false);
    controller.abort(reason);
    await expect(reading.next()).rejects.toBe(reason);
    const { signal } = controller;
    await expect(listOf(readText(file, { signal }))).rejects.toBe(reason);
  });
});
