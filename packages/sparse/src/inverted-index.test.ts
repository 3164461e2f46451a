import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { postingsOf } from "./inverted-index.js";
import { spaces } from "./testing/naive-bm25.js";

describe("postingsOf", () => {
  it("lists each term's rows in order, with counts", () => {
    expect(postingsOf(["otter otter bank otter", "river", "", "bank otter bank"], spaces)).toEqual({
      terms: ["otter", "bank", "river"],
      offsets: Uint32Array.of(0, 2, 4, 5),
      rows: Uint32Array.of(0, 3, 0, 3, 1),
      counts: Uint8Array.of(3, 1, 1, 2, 1),
      lengths: Uint32Array.of(4, 1, 0, 3),
    });
  });

  it("reads any iterable once, without keeping its texts", () => {
    let asked = 0;
    function* texts(): Generator<string> {
      for (; asked < 3; asked++) yield `row ${asked}`;
    }
    expect(postingsOf(texts(), spaces).lengths).toEqual(Uint32Array.of(2, 2, 2));
    expect(asked).toBe(3);
  });

  it("counts a word that comes a million times", () => {
    const postings = postingsOf(["word ".repeat(1_000_000), "word"], spaces);
    expect(postings.counts).toEqual(Uint32Array.of(1_000_000, 1));
    expect(postings.lengths).toEqual(Uint32Array.of(1_000_000, 1));
  });

  it.each([
    [255, Uint8Array],
    [256, Uint16Array],
    [65_535, Uint16Array],
    [65_536, Uint32Array],
  ])("keeps counts up to %i in %o", (count, kind) => {
    const { counts } = postingsOf(["a ".repeat(count)], spaces);
    expect(counts).toBeInstanceOf(kind);
    expect(counts[0]).toBe(count);
  });

  it("takes 100,000 words in one text", () => {
    const words = Array.from({ length: 100_000 }, (_, i) => `a-rather-long-word-${i}`);
    expect(postingsOf([words.join(" ")], spaces).terms).toEqual(words);
  });

  it("does not keep a text in memory for a long word in it", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    function* texts(): Generator<string> {
      for (let i = 0; i < 5_000; i++) yield `long-unusual-word-${i} ${"otter ".repeat(1_000)}`;
    }
    collect();
    const before = process.memoryUsage().heapUsed;
    const { terms } = postingsOf(texts(), spaces);
    collect();
    // The texts have 30 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10e6);
    expect(terms).toHaveLength(5_001);
  });
});
