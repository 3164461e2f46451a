import { estimateTokens, isPsiError } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText, listOf, partsOf, streamOf } from "../testing/any-text.js";
import { chunk } from "./chunk.js";
import type { Chunk, ChunkOptions } from "./chunker.js";

const textsOf = async (text: string, options?: ChunkOptions): Promise<string[]> =>
  (await listOf(chunk(text, options))).map((each) => each.text);
const sizes = (texts: readonly string[]): number[] => texts.map(estimateTokens);
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });
const isOneCharacter = (text: string): boolean => [...characters.segment(text)].length === 1;

const expectWhole = (text: string, chunks: readonly Chunk[], tokens: number): void => {
  let at = 0;
  for (const { text: part, start, end } of chunks) {
    expect(start).toBe(at);
    expect(end).toBeGreaterThan(start);
    expect(part).toBe(text.slice(start, end));
    const size = estimateTokens(part);
    if (size > 2 * tokens) expect(isOneCharacter(part), `${size} tokens: ${part}`).toBe(true);
    at = end;
  }
  expect(at).toBe(text.length);
};

describe("chunk", () => {
  it("loses nothing, has true spans, and keeps the size, for any text", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 1, max: 120 }), async (text, tokens) => {
        expectWhole(text, await listOf(chunk(text, { tokens })), tokens);
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same chunks however the text is parted", async () => {
    const long = fc.tuple(anyText, anyText).map(([a, b]) => (a + b).repeat(40));
    const cuts = fc.array(fc.nat(), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, long), cuts, async (text, places) => {
        const parts = partsOf(text, places);
        expect(await listOf(chunk(streamOf(parts), { tokens: 20 }))).toEqual(
          await listOf(chunk(text, { tokens: 20 })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("never cuts inside a surrogate pair or a character", async () => {
    const text = "👩‍👩‍👧‍👦🏳️‍🌈👍🏽e\u0301\u0323".repeat(3_000);
    const starts = new Set(
      Array.from(characters.segment("👩‍👩‍👧‍👦🏳️‍🌈👍🏽e\u0301\u0323"), (s) => s.index),
    );
    const period = text.length / 3_000;
    for (const { start } of await listOf(chunk(text, { tokens: 30 }))) {
      expect(starts.has(start % period)).toBe(true);
    }
  });

  it("has nothing for an empty text", async () => {
    expect(await listOf(chunk(""))).toEqual([]);
    expect(await listOf(chunk(streamOf(["", ""])))).toEqual([]);
  });

  it("keeps paragraphs whole that fit, and puts small neighbours together", async () => {
    const fits = `${"A stone bridge crosses the river. ".repeat(11).trim()}\n\n`;
    expect(estimateTokens(fits)).toBe(88);
    expect(await textsOf(fits.repeat(5))).toEqual(new Array(5).fill(fits));
    const small = "A stone bridge.\r\n\r\n";
    const together = await textsOf(small.repeat(100));
    for (const text of together) expect(text.endsWith(small)).toBe(true);
    for (const size of sizes(together)) expect(Math.abs(size - 100)).toBeLessThan(10);
  });

  it("cuts a long paragraph at sentences, not at abbreviations, initials or decimals", async () => {
    const sentence = "The U.S. sent J. R. R. Brown and Dr. Lee 3.5 million in 1901. ";
    const texts = await textsOf(sentence.repeat(60));
    expect(texts.length).toBeGreaterThan(8);
    for (const text of texts) expect(text.length % sentence.length).toBe(0);
  });

  it("cuts Chinese at its own stops", async () => {
    const sentence = "灯塔建在岛的北边，石头来自大陆；看守人每天记录天气！";
    const texts = await textsOf(sentence.repeat(500));
    for (const text of texts) expect(text.length % sentence.length).toBe(0);
    for (const size of sizes(texts)) expect(size).toBe(104);
  });

  it("cuts one clause of 300 words between words, evenly", async () => {
    const clause = Array.from({ length: 300 }, (_, i) => ["road", "to", "the", "east"][i % 4]);
    const texts = await textsOf(`${clause.join(" ")}.`);
    for (const text of texts.slice(0, -1)) expect(text.endsWith(" ")).toBe(true);
    for (const size of sizes(texts)) expect(Math.abs(size - 100)).toBeLessThan(35);
  });

  it("cuts text without any marks, and one endless word", async () => {
    for (const text of ["road ".repeat(5_000), "x".repeat(60_000), "桥".repeat(10_000)]) {
      const texts = await textsOf(text);
      expect(texts.join("")).toBe(text);
      for (const size of sizes(texts)) expect(Math.abs(size - 100)).toBeLessThan(45);
    }
  });

  it("leaves no small chunk at the end", async () => {
    for (let count = 6; count < 60; count++) {
      const texts = await textsOf(
        "The keeper of the lighthouse wrote down the weather. ".repeat(count),
      );
      for (const size of sizes(texts)) expect(size).toBeGreaterThanOrEqual(50);
    }
  });

  it("keeps pages of white space within bounds, and counts them", async () => {
    const text = `One.${"\n".repeat(50_000)}Two.${" \t".repeat(50_000)}`;
    const chunks = await listOf(chunk(text));
    expectWhole(text, chunks, 100);
    for (const { text: part } of chunks) expect(part.length).toBeLessThanOrEqual(6_400);
  });

  it("takes another way to count", async () => {
    const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
    const texts = await textsOf("One two three four. ".repeat(480), { tokens: 12, count: words });
    for (const text of texts) expect(words(text)).toBe(12);
    const uncounted = await textsOf("One two. ".repeat(2_000), { count: () => 0 });
    for (const text of uncounted) expect(text.length).toBeLessThan(10_000);
  });

  it("takes a character longer than a block", async () => {
    const text = `Before. e${"\u0301".repeat(40_000)} After.`;
    const chunks = await listOf(chunk(text, { tokens: 5 }));
    expect(chunks.map((each) => each.text).join("")).toBe(text);
    expect(chunks.some((each) => each.text.length > 40_000)).toBe(true);
  });

  it("looks at each character a bounded number of times", async () => {
    const texts = [
      "The keeper, as ever, wrote down the weather. ",
      "x",
      "[",
      "강",
      "桥",
      "\ud83d",
      ") ",
    ];
    for (const part of texts) {
      const seen = async (length: number): Promise<number> => {
        let characters = 0;
        const count = (text: string): number => {
          characters += text.length;
          return estimateTokens(text);
        };
        const text = part.repeat(Math.ceil(length / part.length));
        for await (const _ of chunk(text, { count }));
        return characters / text.length;
      };
      const [small, large] = [await seen(20_000), await seen(160_000)];
      expect(large, part).toBeLessThan(8);
      expect(large, part).toBeLessThan(small * 1.5);
    }
  });

  it.each([
    ["tokens 0", { tokens: 0 }],
    ["tokens that are not whole", { tokens: 1.5 }],
    ["tokens above 8,192", { tokens: 8_193 }],
    ["a count that gives NaN", { count: () => Number.NaN }],
    ["a count below 0", { count: () => -1 }],
  ])("refuses %s", async (_, options) => {
    await expect(textsOf("Some text.", options)).rejects.toSatisfy((thrown) =>
      isPsiError(thrown, "invalid-option"),
    );
  });

  it("refuses parts that are bytes, and says what to do", async () => {
    const bytes = streamOf([Buffer.from("text")]) as unknown as AsyncIterable<string>;
    await expect(listOf(chunk(bytes))).rejects.toThrow(/Give the stream an encoding/);
  });
});
