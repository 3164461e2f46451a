import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { anyText, listOf } from "../testing/any-text.js";
import { decodeFile, textEncoding } from "./text-encoding.js";
import { UnreadableError } from "./unreadable.js";

const folder = mkdtempSync(join(tmpdir(), "psi-text-encoding-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "notes.txt");
const file = { path, source: "notes.txt" };

const read = async (
  bytes: string | Uint8Array,
): Promise<{ readonly text: string; readonly name: string; readonly assumed: boolean }> => {
  writeFileSync(path, bytes);
  const encoding = await textEncoding(file);
  const parts = await listOf(decodeFile(file, encoding.name, undefined));
  return { ...encoding, text: parts.join("") };
};
const textOf = async (bytes: string | Uint8Array): Promise<string> => (await read(bytes)).text;
/** Kind and message of the error, or what was read. */
const problemOf = async (bytes: Uint8Array): Promise<string> => {
  const result: unknown = await read(bytes).catch((error: unknown) => error);
  return result instanceof UnreadableError
    ? `${result.leftOut.kind}: ${result.message}`
    : JSON.stringify(result);
};
const big = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const little = (text: string): Buffer => Buffer.from(text, "utf16le");

/** Sentences in encodings that were common before UTF-8: made by Python's codecs. */
const legacy: readonly (readonly [encoding: string, text: string, base64: string])[] = [
  [
    "windows-1252",
    "The keeper’s book — “weather” — cost 20 € a year; the naïve visitor paid nothing.",
    "VGhlIGtlZXBlcpJzIGJvb2sglyCTd2VhdGhlcpQglyBjb3N0IDIwIIAgYSB5ZWFyOyB0aGUgbmHvdmUgdmlzaXRvciBwYWlkIG5vdGhpbmcu",
  ],
  [
    "windows-1252",
    "Die Brücke über den Fluss ist alt. Der Wärter schrieb täglich das Wetter auf.",
    "RGllIEJy/GNrZSD8YmVyIGRlbiBGbHVzcyBpc3QgYWx0LiBEZXIgV+RydGVyIHNjaHJpZWIgdORnbGljaCBkYXMgV2V0dGVyIGF1Zi4=",
  ],
  [
    "windows-1250",
    "Latarnik zapisywał pogodę każdego ranka, także gdy łodzie nie mogły wypłynąć z portu.",
    "TGF0YXJuaWsgemFwaXN5d2GzIHBvZ29k6iBrYb9kZWdvIHJhbmthLCB0YWu/ZSBnZHkgs29kemllIG5pZSBtb2ezeSB3eXCzeW655iB6IHBvcnR1Lg==",
  ],
  [
    "iso-8859-2",
    "Maják stojí na severním břehu ostrova. Strážce každé ráno zapisoval počasí, i když lodě nemohly vyplout.",
    "TWFq4Wsgc3Rvau0gbmEgc2V2ZXJu7W0gYvhlaHUgb3N0cm92YS4gU3Ry4b5jZSBrYb5k6SBy4W5vIHphcGlzb3ZhbCBwb+hhc+0sIGkga2R5viBsb2TsIG5lbW9obHkgdnlwbG91dC4=",
  ],
  [
    "windows-1251",
    "Маяк стоит на северном берегу острова. Смотритель каждое утро записывал погоду.",
    "zOD/6iDx8u7o8iDt4CDx5eLl8O3u7CDh5fDl4/Mg7vHy8O7i4C4g0ezu8vDo8uXr/CDq4Obk7uUg8/Lw7iDn4O/o8fvi4Osg7+7j7uTzLg==",
  ],
  [
    "koi8-u",
    "Маяк стоит на северном берегу острова. Смотритель каждое утро записывал погоду.",
    "7cHRyyDT1M/J1CDOwSDTxdfF0s7PzSDCxdLFx9Ugz9PU0s/XwS4g883P1NLJ1MXM2CDLwdbEz8Ug1dTSzyDawdDJ09nXwcwg0M/Hz8TVLg==",
  ],
  [
    "gb18030",
    "灯塔建在岛的北边，石头来自大陆。看守人每天早上记录天气，即使船只不能出海。",
    "tcbL/r2o1Nq1urXEsbGx36Osyq/Nt8C019S088K9oaO/tMrYyMvDv8zs1OfJz7zHwrzM7Mb4o6y8tMq5tKzWu7K7xNyz9rqjoaM=",
  ],
  [
    "big5",
    "燈塔建在島的北邊，石頭來自大陸。看守人每天早上記錄天氣，即使船隻不能出海。",
    "v0+28KvYpmKucaq6pV/D5KFBpdvAWajTptukarOwoUOs3aZ1pEioQ6TRpq2kV7BPv/2k0a7woUGnWajPsu6wpqSjr+ClWK78oUM=",
  ],
  [
    "shift_jis",
    "灯台は島の北の岸に立っている。番人は毎朝、船が出られない日でも天気を書き留めた。",
    "k5SR5ILNk4eCzJZrgsyK3YLJl6eCwYLEgqKC6YFClNSQbILNloiSqYFBkUSCqo9vgueC6oLIgqKT+oLFguCTVotDgvCPkYKrl6+C34K9gUI=",
  ],
  [
    "euc-kr",
    "등대는 섬의 북쪽 해안에 서 있다. 등대지기는 매일 아침 날씨를 적었다.",
    "te6067TCILy2wMcgus/CyiDH2L7Iv6EgvK0gwNa02S4gte6068H2seK0wiC4xcDPIL7GxKcgs6++vrimIMD7vvq02S4=",
  ],
  [
    "iso-2022-jp",
    "灯台は島の北の岸に立っている。とても古い灯台です。",
    "GyRCRXRCZiRPRWckTktMJE40XyRLTikkQyRGJCQkayEjJEgkRiRiOEUkJEV0QmYkRyQ5ISMbKEI=",
  ],
];

describe("textEncoding and decodeFile", () => {
  it("read UTF-8 as it is written", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (given) => {
        const text = given.replace(/(?!\s)\p{Cc}/gu, "");
        const decoded = Buffer.from(text).toString();
        const marked = text.startsWith("\ufeff") ? decoded.slice(1) : decoded;
        expect(await textOf(Buffer.from(text))).toBe(marked);
      }),
      { numRuns: 50 },
    );
  });

  it("read characters that the end of a block cuts in two", async () => {
    for (const character of ["é", "桥", "👍"]) {
      for (let shift = 0; shift < 4; shift++) {
        const text = "x".repeat(65_536 - shift) + character.repeat(40_000);
        expect((await textOf(text)) === text).toBe(true);
      }
    }
  });

  it("read UTF-16 with and without a byte order mark, either way round, across blocks", async () => {
    for (const text of ["桥 bridge 👍", `x${"👍".repeat(40_000)}`, "The keeper wrote.\n"]) {
      for (const encode of [little, big]) {
        expect((await textOf(encode(`\ufeff${text}`))) === text).toBe(true);
      }
    }
    const sentences = [
      "The keeper wrote.\n",
      "灯塔建在岛的北边，石头来自大陆。",
      "Маяк стоит на берегу.\n",
    ];
    for (const text of sentences) {
      expect(await read(little(text))).toEqual({ text, name: "utf-16le", assumed: true });
      expect(await read(big(text))).toEqual({ text, name: "utf-16be", assumed: true });
    }
  });

  it.each(legacy)("recognise %s: %s", async (name, text, base64) => {
    expect(await read(Buffer.from(base64, "base64"))).toEqual({ name, text, assumed: true });
  });

  it("recognise an encoding whose first letter is far into the file", async () => {
    const [name, text, base64] = legacy[1] as (typeof legacy)[number];
    const ascii = "The keeper wrote down the weather.\n".repeat(5_000);
    const bytes = Buffer.concat([Buffer.from(ascii), Buffer.from(base64, "base64")]);
    expect(await read(bytes)).toEqual({ name, text: ascii + text, assumed: true });
  });

  it("take off one byte order mark, at the beginning only", async () => {
    expect(await textOf("\ufeffa\ufeff")).toBe("a\ufeff");
    expect(await textOf("\ufeff\ufeffa")).toBe("\ufeffa");
    expect(await textOf("\ufeff")).toBe("");
    expect(await textOf("")).toBe("");
  });

  it("name the first byte that is not UTF-8 where no encoding is certain", async () => {
    const late = Buffer.concat([Buffer.from("é".repeat(50_001)), Buffer.from([0xc0])]);
    expect(await problemOf(late)).toMatch(/encoding: notes\.txt is not UTF-8: byte 100002 is 0xc0/);
    for (const bytes of [
      [0x80],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xc0, 0x80],
      [0xe6, 0xa1],
      [0xf0, 0x9f, 0x91],
    ]) {
      const whole = Buffer.from([0x61, ...bytes]);
      expect(await problemOf(whole)).toMatch(/encoding: notes\.txt is not UTF-8: byte 1 is 0x/);
    }
  });

  it("never take random bytes of 12 and more for text", async () => {
    const bytes = fc.uint8Array({ minLength: 12, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        const found = await problemOf(given);
        const isAscii = given.every((byte) => byte < 0x80);
        if (!isAscii) expect(found).toMatch(/^(binary|encoding): /);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it("name UTF-32, and where UTF-16 is broken", async () => {
    const wide = (text: string): Buffer =>
      Buffer.concat([...text].map((one) => Buffer.from([one.charCodeAt(0), 0, 0, 0])));
    expect(await problemOf(wide("text"))).toMatch(/encoding: notes\.txt is in UTF-32/);
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), wide("text")]);
    expect(await problemOf(marked)).toMatch(/encoding: notes\.txt is in UTF-32/);
    const odd = Buffer.concat([little("\ufeffab"), Buffer.from([0x61])]);
    expect(await problemOf(odd)).toMatch(
      /encoding: .* is read as UTF-16LE, but bytes 7 to 7 are not/,
    );
    expect(await problemOf(little("\ufeffa\ud83db"))).toMatch(/bytes 0 to 8 are not/);
  });

  it("name binary files: NUL and other control characters", async () => {
    expect(await problemOf(Buffer.from("a\0b"))).toMatch(/binary: .* has NUL characters/);
    const late = Buffer.from(`${"x".repeat(70_000)}\0`);
    expect(await problemOf(late)).toMatch(/binary: /);
    expect(await problemOf(Buffer.from("\u0001\u0002text"))).toMatch(/has control characters/);
    const log = "\u001b[1mbold\u001b[0m and a page\f break".repeat(3);
    expect(await textOf(log)).toBe(log);
  });

  it("give a missing file another error than one that cannot be read", async () => {
    const missing = { path: join(folder, "missing.txt"), source: "missing.txt" };
    await expect(textEncoding(missing)).rejects.toThrow(/missing.txt does not exist/);
    await expect(textEncoding({ path: folder, source: "folder" })).rejects.toThrow(
      /folder cannot be read: EISDIR/,
    );
  });

  it.skipIf(process.getuid?.() === 0)("name a file without permission (not as root)", async () => {
    writeFileSync(path, "text");
    chmodSync(path, 0o000);
    await expect(textEncoding(file)).rejects.toThrow(/may not be read by this user/);
    chmodSync(path, 0o600);
  });

  it("stop when the signal is aborted, with its reason", async () => {
    writeFileSync(path, "x".repeat(300_000));
    const controller = new AbortController();
    const reason = new Error("stop");
    const reading = decodeFile(file, "utf-8", controller.signal);
    expect((await reading.next()).done).toBe(false);
    controller.abort(reason);
    await expect(reading.next()).rejects.toBe(reason);
    await expect(textEncoding(file, controller.signal)).rejects.toBe(reason);
  });
});
