import { multilingual } from "@psi/sparse";
import pico from "picocolors";
import { describe, expect, it } from "vitest";
import { columns } from "./columns.js";
import { hitList } from "./hit-list.js";
import { matcher } from "./matches.js";
import type { HitView } from "./passage-view.js";

const plain = pico.createColors(false);
const hit: HitView = {
  rank: 1,
  score: 0.0325478,
  foundBy: { tree: 1, words: 2 },
  id: "lamp-01",
  title: "The Lamp",
  text: "Edda Voss paid for the lamp.",
  source: "lamp.md",
  span: { start: 120, end: 148 },
  lines: { first: 12, last: 14 },
};
const shown = (
  hits: readonly HitView[],
  width = 80,
  text: "snippet" | "full" | "none" = "snippet",
  paint = plain,
): readonly string[] =>
  hitList(hits, { width, paint, match: matcher("lamps", multilingual()), text });

describe("hitList", () => {
  it("shows rank, title, where it was found, score, id, place and text", () => {
    expect(shown([hit])).toEqual(
      [
        " 1 The Lamp                                    both: tree 1, words 2  0.0325",
        "   lamp-01 · lamp.md:12-14",
        "   Edda Voss paid for the lamp.",
      ].map((line, at) =>
        at === 0
          ? expect.stringMatching(/^ 1 The Lamp {2,}both: tree 1, words 2 {2}0\.0325$/)
          : line,
      ),
    );
    expect(columns(shown([hit])[0] ?? "")).toBe(80);
  });

  it("names one list alone, and shows an id where there is no title", () => {
    const { title, source, span, lines, ...bare } = hit;
    const [first = "", second] = shown([{ ...bare, foundBy: { words: 7 }, score: 12.3456 }]);
    expect(first).toMatch(/^ 1 lamp-01 .*words 7 {2}12\.35$/);
    expect(first).not.toContain("both");
    expect(second).toBe("   lamp-01");
  });

  it("names three lists, and the link that a passage was found over", () => {
    const reasons = [{ name: "Edda Voss", from: "lamp-02", sentence: "Edda Voss was rich." }];
    const linked = { ...hit, foundBy: { tree: 1, words: 2, links: 1 }, reasons };
    const [first = "", , link] = shown([linked]);
    expect(first).toContain("all: tree 1, words 2, links 1");
    expect(link).toBe('   link  "Edda Voss" from lamp-02: Edda Voss was rich.');
    const [, , dim] = shown([linked], 80, "snippet", pico.createColors(true));
    expect(dim).toContain("\u001b[2mlink");
  });

  it("names equal passages on one line, cut to the width", () => {
    const copies = { ...hit, duplicates: ["lamp-02", "lamp\u001b[2J-03"] };
    expect(shown([copies])[2]).toBe("   same text: lamp-02, lamp-03");
    const many = { ...hit, duplicates: Array.from({ length: 90 }, (_, i) => `lamp-${i}`) };
    expect(columns(shown([many])[2] ?? "")).toBeLessThanOrEqual(80);
    expect(shown([many]).filter((line) => line.includes("same text"))).toHaveLength(1);
  });

  it("marks the query's words, and only where colours are on", () => {
    const [, , text = ""] = shown([hit], 80, "snippet", pico.createColors(true));
    expect(text).toContain("\u001b[33mlamp\u001b[39m");
    expect(shown([hit]).join("")).not.toContain("\u001b");
  });

  it("cuts a long text to three lines, and shows it all with --full", () => {
    const long = { ...hit, text: "One sentence of many words about the sea. ".repeat(40).trim() };
    expect(shown([long]).length).toBeLessThanOrEqual(5);
    const text = shown([long], 80, "full")
      .slice(2)
      .map((line) => line.trim())
      .join(" ");
    expect(text).toBe(long.text);
  });

  it("fits any width, whatever the files have put in", () => {
    const wild = {
      ...hit,
      title: "灯塔的看守人".repeat(20),
      id: "x".repeat(300),
      text: `\u001b[2J${"😀漢".repeat(200)}`,
    };
    for (const width of [40, 80, 120]) {
      for (const line of shown([wild, hit], width)) {
        expect(columns(line)).toBeLessThanOrEqual(width);
        expect(line).not.toContain("\u001b");
      }
    }
  });

  it("shows the lines of a text apart, or no text at all", () => {
    expect(shown([{ ...hit, text: "one\ntwo" }], 80, "full").slice(2)).toEqual([
      "   one",
      "   two",
    ]);
    expect(shown([hit, { ...hit, rank: 2 }], 80, "none").length).toBe(4);
  });

  it("leaves a line between passages", () => {
    expect(shown([hit, { ...hit, rank: 2 }])[3]).toBe("");
  });
});
