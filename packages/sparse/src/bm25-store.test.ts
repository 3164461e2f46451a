import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bm25 } from "./bm25.js";
import { loadBm25, saveBm25 } from "./bm25-store.js";
import { english } from "./english.js";
import { spaces } from "./testing/naive-bm25.js";

const texts = ["An otter swims", "otter, otter: river", "", "水獭在河里", "a-b c𐐨d ".repeat(300)];
const index = bm25(texts);
const bytes = saveBm25(index);
const corrupt = expect.objectContaining({ code: "corrupt-index" });

/** The checksum of all formats, written a second time here. */
function restamp(changed: Uint8Array): Uint8Array {
  let hash = 0x811c9dc5;
  for (const byte of changed.subarray(16)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  new DataView(changed.buffer, changed.byteOffset).setUint32(12, hash, true);
  return changed;
}

describe("saveBm25 and loadBm25", () => {
  it("give back the same index", () => {
    const terms = fc.array(fc.constantFrom("a", "bb", "ccc", "水", "𐐨", "\uFEFF", "\0"), {
      maxLength: 9,
    });
    const k1 = fc.double({ min: 0, max: 100, noNaN: true });
    const b = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(terms), terms, k1, b, (rows, query, k1, b) => {
        const saved = bm25(
          rows.map((row) => row.join(" ")),
          { k1, b, tokenizer: spaces },
        );
        const loaded = loadBm25(saveBm25(saved), { tokenizer: spaces });
        expect(loaded.postings).toEqual(saved.postings);
        expect({ k1: loaded.k1, b: loaded.b }).toEqual({ k1, b });
        expect(loaded.search(query.join(" "), 5)).toEqual(saved.search(query.join(" "), 5));
      }),
    );
  });

  it("keep counts of every width", () => {
    const wide = ["a ".repeat(300), "a ".repeat(70_000), "a"];
    for (const some of [wide.slice(0, 1), wide]) {
      const saved = bm25(some, { tokenizer: spaces });
      expect(loadBm25(saveBm25(saved), { tokenizer: spaces }).postings).toEqual(saved.postings);
    }
  });

  it("read bytes that lie inside a larger buffer", () => {
    const larger = new Uint8Array(bytes.length + 20).fill(255);
    larger.set(bytes, 7);
    const loaded = loadBm25(larger.subarray(7, 7 + bytes.length));
    expect(loaded.search("otter", 5)).toEqual(index.search("otter", 5));
  });

  it("still read format 1", () => {
    const saved = readFileSync(new URL("../fixtures/format-1.bin", import.meta.url));
    const loaded = loadBm25(saved, { tokenizer: english() });
    expect(loaded).toMatchObject({ k1: 1.2, b: 0.5, documentCount: 4, vocabularySize: 7 });
    const hits = loaded.search("otters in rivers", 5);
    expect(hits.map(({ id, score }) => [id, score.toFixed(6)])).toEqual([
      [1, "0.909389"],
      [0, "0.324913"],
    ]);
  });

  it("still read format 2, in which words have further terms", () => {
    const saved = readFileSync(new URL("../fixtures/format-2.bin", import.meta.url));
    const loaded = loadBm25(saved);
    expect(loaded).toMatchObject({ k1: 1.5, b: 0.75, documentCount: 3, vocabularySize: 19 });
    for (const [query, row] of [
      ["cafe", 0],
      ["café", 0],
      ["kt4471a", 1],
      ["user name", 2],
      ["it", 2],
    ] as const) {
      expect(loaded.search(query, 1)[0]?.id).toBe(row);
    }
  });

  it("refuse to save terms that UTF-8 cannot hold", () => {
    const halves = bm25(["\uD800 x"], { tokenizer: spaces });
    expect(() => saveBm25(halves)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});

describe("loadBm25 with other bytes", () => {
  it("refuses every truncation", () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(() => loadBm25(bytes.slice(0, length))).toThrow(corrupt);
    }
  });

  it("refuses every truncation with a right checksum", () => {
    for (let length = 16; length < bytes.length; length++) {
      expect(() => loadBm25(restamp(bytes.slice(0, length)))).toThrow(corrupt);
    }
  });

  it("refuses any changed byte", () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = bytes.slice();
        changed[at] = (changed[at] as number) ^ change;
        // A changed format number cannot be told from a newer format.
        const isFormat = at >= 8 && at < 12;
        const code = isFormat ? expect.stringMatching(/-index$/) : "corrupt-index";
        expect(() => loadBm25(changed)).toThrow(expect.objectContaining({ code }));
      }),
      { numRuns: 500 },
    );
  });

  it("throws a PsiError or gives a sound index when the checksum is right again", () => {
    const changes = fc.array(
      fc.tuple(fc.integer({ min: 16, max: bytes.length - 1 }), fc.nat(255)),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    let sound = 0;
    fc.assert(
      fc.property(changes, (each) => {
        const changed = bytes.slice();
        for (const [at, byte] of each) changed[at] = byte;
        try {
          const loaded = loadBm25(restamp(changed));
          const hits = loaded.search("otter river 水獭 swims", 9);
          for (const { id, score } of hits) {
            expect(id).toBeLessThan(loaded.documentCount);
            expect(score).toBeGreaterThan(0);
          }
          expect(saveBm25(loaded)).toEqual(saveBm25(loadBm25(saveBm25(loaded))));
          sound++;
        } catch (error) {
          expect(error).toMatchObject({
            code: expect.stringMatching(/^(corrupt|incompatible)-index$/),
          });
        }
      }),
      { numRuns: 3000 },
    );
    expect(sound).toBeGreaterThan(0);
  });

  it("refuses what is no index, and what is followed by more", () => {
    for (const other of [
      new Uint8Array(0),
      new Uint8Array(100),
      new TextEncoder().encode("{}".repeat(50)),
    ]) {
      expect(() => loadBm25(other)).toThrow(corrupt);
    }
    expect(() => loadBm25(restamp(Uint8Array.of(...bytes, 0)))).toThrow(corrupt);
    expect(() => loadBm25("PSI-BM25" as never)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it("refuses parameters out of range", () => {
    for (const wrong of [-1, Number.NaN, 1e9]) {
      const changed = bytes.slice();
      new DataView(changed.buffer).setFloat64(16 + 1 + index.tokenizer.name.length, wrong, true);
      expect(() => loadBm25(restamp(changed))).toThrow(corrupt);
    }
  });

  it("names both tokenizers when they differ", () => {
    expect(() => loadBm25(bytes, { tokenizer: english() })).toThrow(
      expect.objectContaining({
        code: "incompatible-index",
        message: expect.stringMatching(/multilingual\/2:en.*english\/1/),
      }),
    );
  });

  it("says when the format is newer", () => {
    const newer = bytes.slice();
    newer[8] = 3;
    expect(() => loadBm25(newer)).toThrow(
      expect.objectContaining({
        code: "incompatible-index",
        message: expect.stringContaining("format 3"),
      }),
    );
  });

  it("refuses a tokenizer that is none", () => {
    expect(() => loadBm25(bytes, { tokenizer: "english" as never })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
