import { estimateTokens } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childrenOf } from "./children.js";
import { clipTokens, fitChildren } from "./fit-children.js";

const words = (word: string, count: number): string =>
  Array.from({ length: count }, () => word).join(" ");

describe("fitChildren", () => {
  it("leaves texts that fit as they are", () => {
    const children = childrenOf({
      texts: ["one two", "three"],
      titles: ["A", undefined],
      layer: 1,
    });
    expect(fitChildren(children, 100, 10)).toEqual({
      texts: [
        { child: 0, text: "A\none two" },
        { child: 1, text: "three" },
      ],
      notes: [],
    });
  });

  it("cuts the least central first, down to its head", () => {
    const children = childrenOf({
      texts: [words("a", 300), words("b", 300), words("c", 300)],
      layer: 1,
      centrality: [0.9, 0.1, 0.5],
    });
    const { texts, notes } = fitChildren(children, 600, 0);
    const counts = texts.map(({ text }) => estimateTokens(text.replace("…", "")));
    expect(counts).toEqual([300, 64, 236]);
    expect(notes).toEqual(["Cut to fit the model's window: the tail of texts 2, 3 of 3."]);
  });

  it("shares alike when not all heads fit, and leaves out the least central when nothing would be left", () => {
    const texts = Array.from({ length: 40 }, (_, i) => words(`w${i}`, 100));
    const centrality = texts.map((_, i) => (i === 0 ? 0.1 : 0.5));
    const alike = fitChildren(childrenOf({ texts, layer: 1, centrality }), 800, 0);
    expect(alike.texts.every(({ text }) => estimateTokens(text.replace("…", "")) === 20)).toBe(
      true,
    );
    const few = fitChildren(childrenOf({ texts, layer: 1, centrality }), 39 * 8, 0);
    expect(few.texts.map(({ child }) => child)).toEqual(texts.map((_, i) => i).slice(1));
    expect(few.notes.at(-1)).toBe("Left out, to fit the model's window: text 1 of 40.");
  });

  it("never goes over the budget, whatever the texts", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constant("港".repeat(400)),
      fc.constant(words("x", 500)),
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 40, max: 900 }),
        (texts, budget) => {
          const fitted = fitChildren(childrenOf({ texts, layer: 1 }), budget, 3);
          const sum = fitted.texts.reduce(
            (all, each) => all + estimateTokens(each.text.replace(/…$/, "")) + 3,
            0,
          );
          expect(sum).toBeLessThanOrEqual(budget);
          const cut =
            fitted.texts.length < texts.length ||
            fitted.texts.some(({ child, text: t }) => t !== texts[child]!.trim());
          expect(fitted.notes.length > 0).toBe(cut);
        },
      ),
    );
  });
});

describe("clipTokens", () => {
  it("cuts where words end, and never inside a character", () => {
    expect(clipTokens("one two three", 2)).toEqual({ text: "one two…", tokens: 2, cut: true });
    expect(clipTokens("港".repeat(100), 30).text).toBe(`${"港".repeat(24)}…`);
    expect(clipTokens("😀".repeat(100), 48).text).toBe(`${"😀".repeat(48)}…`);
  });

  it("reads no further than it must", () => {
    // Blanks are no tokens: reading on would find the last word.
    let read = 0;
    const text = {
      *matchAll() {
        for (let index = 0; index < 10_000_000; index += 5) {
          read++;
          yield Object.assign(["word"], { index });
        }
      },
      slice: () => "word ".repeat(100),
      trim: () => "",
    } as unknown as string;
    expect(clipTokens(text, 100)).toMatchObject({ tokens: 100, cut: true });
    expect(read).toBe(101);
  });
});
