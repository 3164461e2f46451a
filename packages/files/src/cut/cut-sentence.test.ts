import { estimateTokens } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../testing/any-text.js";
import { cutSentence, type Scale } from "./cut-sentence.js";
import { penalties } from "./pack.js";

const scaleOf = (tokens: number): Scale => ({
  limit: tokens * 1.5,
  grain: Math.max(1, tokens / 8),
  weigh: (text) => Math.max(0.5, estimateTokens(text)),
});
const cut = (text: string, tokens: number): string[] => {
  let from = 0;
  return cutSentence(text, 0, scaleOf(tokens)).map(({ end }) => {
    const piece = text.slice(from, end);
    from = end;
    return piece;
  });
};
const characters = new Intl.Segmenter("und", { granularity: "grapheme" });

describe("cutSentence", () => {
  it("covers the text in order, with what each piece weighs", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, tokens) => {
        const { weigh, limit } = scaleOf(tokens);
        let from = 100;
        for (const { end, weight } of cutSentence(text, 100, scaleOf(tokens))) {
          const piece = text.slice(from - 100, end - 100);
          if (text !== "") expect(end).toBeGreaterThan(from);
          const [first] = characters.segment(piece);
          if (first?.segment !== piece) expect(weight).toBeLessThanOrEqual(limit);
          expect(weight).toBeGreaterThanOrEqual(weigh(piece) - 1e-9);
          from = end;
        }
        expect(from).toBe(100 + text.length);
      }),
    );
  });

  it("cuts only between characters that a reader sees", () => {
    const kinds = [
      "👩‍👩‍👧‍👦",
      "🏳️‍🌈",
      "👍🏽",
      "🇩🇪",
      "e\u0301\u0323",
      "한",
      "के",
      "\r\n",
      "a",
      "界",
      "x\ud83d",
    ];
    const text = fc.array(fc.constantFrom(...kinds), { minLength: 30, maxLength: 300 });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join("");
        const starts = new Set(Array.from(characters.segment(whole), ({ index }) => index));
        let at = 0;
        for (const piece of cut(whole, 2)) {
          expect(starts.has(at)).toBe(true);
          at += piece.length;
        }
      }),
    );
  });

  it("agrees with the platform on where the characters of any code points end", () => {
    const character = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
      fc.constantFrom("\r", "\n", "\ud83d", "가", "ᄀ", "ᅡ", "ﾞ", "क", "\u200d", "👩", "🇩"),
    );
    fc.assert(
      fc.property(fc.array(character, { minLength: 4, maxLength: 40 }), (parts) => {
        // One word, whose script has spaces between words, and each character more than a grain.
        const others =
          /\s|\p{Script=Han}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/gu;
        const word = parts.join("").replace(others, "x");
        const each: Scale = { limit: 0.5, grain: 0.5, weigh: (text) => text.length };
        const ends = cutSentence(word, 0, each).map(({ end }) => end);
        const starts = Array.from(characters.segment(word), ({ index }) => index).slice(1);
        expect(starts).toEqual(expect.arrayContaining(ends.slice(0, -1)));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves a sentence whole up to one and a half times the size", () => {
    expect(cut("one, two, three, four, five, six, seven.", 10)).toHaveLength(1);
    expect(cut("one, two, three, four, five, six, seven, eight.", 10)).toHaveLength(8);
  });

  it("cuts at clauses: after marks and the space there, not in numbers", () => {
    const text = "It cost 1,000 (all of it); yes: paid - once, and “twice,” too.";
    expect(cut(text, 8)).toEqual([
      "It cost 1,000 (all of it); ",
      "yes: ",
      "paid - once, ",
      "and “twice,” ",
      "too.",
    ]);
    expect(cut("石头来自大陆，塔在岛上；天气、风，都很好。", 5)).toEqual([
      "石头来自大陆，",
      "塔在岛上；",
      "天气、",
      "风，",
      "都很好。",
    ]);
  });

  it("cuts a clause without marks at words, and Thai and Chinese at theirs", () => {
    const words = "all the long road to the east without a stop".split(" ");
    const pieces = cut(words.join(" "), 4);
    expect(
      pieces
        .map((piece) => piece.trim())
        .join(" ")
        .split(" "),
    ).toEqual(words);
    expect(pieces.length).toBeGreaterThan(4);
    const chinese = cut("灯塔建在岛的北边石头来自大陆每天早上记录天气", 8);
    expect(chinese.join("")).toBe("灯塔建在岛的北边石头来自大陆每天早上记录天气");
    expect(chinese).toContain("灯塔");
    expect(cut("ภาษาไทยเขียนโดยไม่เว้นวรรคระหว่างคำ", 4)).toContain("ภาษา");
  });

  it("cuts an endless word into pieces of the same size", () => {
    const pieces = cut("x".repeat(10_000), 80);
    expect(new Set(pieces.slice(0, -1).map(({ length }) => length))).toEqual(new Set([60]));
  });

  it("gives each cut the penalty of its kind of boundary", () => {
    const seen = cutSentence(`one two three, four ${"x".repeat(40)}.`, 0, scaleOf(2));
    const kinds = new Set(seen.map(({ penalty }) => penalty));
    expect(kinds).toEqual(new Set([penalties.word, penalties.clause, penalties.character]));
    expect(cutSentence("One.", 0, scaleOf(2))[0]?.penalty).toBe(penalties.sentence);
  });

  it("takes a character longer than what the segmenter is given at once", () => {
    const long = `a${"\u0301".repeat(9_000)}`;
    const pieces = cut(`${"b".repeat(50)}${long}${"c".repeat(50)}`, 2);
    expect(pieces).toContain(long);
  });
});
