import { estimateTokens, type Span } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "./block.js";
import { cutSection } from "./cut-section.js";

/** A text made of blocks, and the chunks that it is cut into. */
const cut = (
  parts: readonly (readonly [Block["kind"], string, number?])[],
  tokens = 20,
): { readonly texts: readonly string[]; readonly repeats: readonly string[] } => {
  let text = "";
  const blocks = parts.map(([kind, part, lead]): Block => {
    const start = text.length;
    text += part;
    const end = start + part.trimEnd().length;
    return { kind, start, end, ...(lead !== undefined && { leadEnd: start + lead }) };
  });
  const whole = { start: 0, end: text.length };
  const chunks = cutSection({ title: undefined, blocks }, whole, text, {
    tokens,
    count: estimateTokens,
  });
  const slice = ({ start, end }: Span): string => text.slice(start, end);
  return {
    texts: chunks.map(slice),
    repeats: chunks.map(({ repeat }) => (repeat === undefined ? "" : slice(repeat))),
  };
};
const words = (count: number): string => "word ".repeat(count).trimEnd();

describe("cutSection", () => {
  it("keeps a block whole up to twice the size, and cuts between blocks", () => {
    const { texts } = cut([
      ["prose", `${words(38)}\n\n`],
      ["lines", `${"a b c\n".repeat(12)}\n`],
      ["prose", `${words(5)}\n`],
    ]);
    expect(texts).toEqual([`${words(38)}\n\n`, `${"a b c\n".repeat(12)}\n`, `${words(5)}\n`]);
  });

  it("puts a heading into the chunk of what follows it", () => {
    const { texts } = cut([
      ["heading", "# One\n\n"],
      ["prose", `${words(36)}\n\n`],
      ["heading", "## Two\n\n"],
      ["lines", "a b c d e\n".repeat(20)],
    ]);
    expect(texts[0]).toBe(`# One\n\n${words(36)}\n\n`);
    expect(texts[1]).toMatch(/^## Two\n\na b/);
  });

  it("repeats the first lines of a block of lines that is cut", () => {
    const { texts, repeats } = cut([
      ["prose", `${words(10)}\n\n`],
      ["lines", `name oil\n${"Tolm colza one two\n".repeat(20)}`, 9],
    ]);
    const parts = texts.filter((text) => text.includes("Tolm"));
    expect(parts.length).toBeGreaterThan(3);
    expect(repeats.filter((repeat) => repeat === "name oil\n")).toHaveLength(parts.length - 1);
    expect(parts.filter((text) => text.includes("name oil"))).toHaveLength(1);
    for (const part of parts) expect(part.endsWith("\n")).toBe(true);
  });

  it("does not repeat first lines that fill a chunk", () => {
    const { repeats } = cut([["lines", `${words(45)}\n${"Tolm colza\n".repeat(40)}`, 226]]);
    expect(new Set(repeats)).toEqual(new Set([""]));
  });

  it("keeps what ends with a colon together with what it introduces", () => {
    const introduction = `${words(12)}:\n\n`;
    const others = [`${words(14)}\n\n`, `${words(14)}\n\n`];
    const { texts } = cut([
      ["prose", others[0] as string],
      ["prose", introduction],
      ["lines", others[1] as string],
    ]);
    expect(texts).toEqual([others[0], introduction + others[1]]);
  });

  it("cuts a group between its parts, the outer ones first", () => {
    const item = `- ${words(11)}\n`;
    const text = item.repeat(9);
    const parts = Array.from({ length: 9 }, (_, i): Block => {
      const start = i * item.length;
      return { kind: "prose", start, end: start + item.length };
    });
    const list: Block = { kind: "group", start: 0, end: text.length, parts };
    const chunks = cutSection(
      { title: undefined, blocks: [list] },
      { start: 0, end: text.length },
      text,
      { tokens: 20, count: estimateTokens },
    );
    expect(chunks.length).toBeGreaterThan(3);
    for (const { start } of chunks) expect(start % item.length).toBe(0);
  });

  it("covers the section and keeps the size, for any blocks", () => {
    const block = fc.tuple(
      fc.constantFrom<Block["kind"]>("heading", "prose", "lines"),
      fc.array(fc.constantFrom("word ", "a, ", "桥", "[x] ", "Stop. ", "\n", "\n\n"), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.integer({ min: 1, max: 12 }),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 6 }), (parts) => {
        const made = parts.map(
          ([kind, texts, lead]) => [kind, `${texts.join("")}\n`, lead] as const,
        );
        const { texts, repeats } = cut(made, 15);
        expect(texts.join("")).toBe(made.map(([, text]) => text).join(""));
        texts.forEach((text, i) => {
          expect(estimateTokens(text) + estimateTokens(repeats[i] as string)).toBeLessThanOrEqual(
            30,
          );
        });
      }),
      { numRuns: 300 },
    );
  });
});
