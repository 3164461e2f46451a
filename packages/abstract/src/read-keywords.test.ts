import { describe, expect, it } from "vitest";
import { readKeywords } from "./read-keywords.js";

const three = "biography; harbour; Ada Vance";

const replies: readonly (readonly [reply: string, text: string])[] = [
  ["biography; harbour; Ada Vance", three],
  ["biography, harbour, Ada Vance", three],
  ["biography, harbour, and Ada Vance.", three],
  ["Keywords: biography; harbour; Ada Vance", three],
  ["**Keywords:** biography, harbour, Ada Vance", three],
  ["Here are the keywords:\n\nbiography; harbour; Ada Vance", three],
  ["Sure! Here are 3 phrases:\n1. biography\n2. harbour\n3. Ada Vance", three],
  ["1) biography\n2) harbour\n3) Ada Vance", three],
  ["- biography\n- harbour\n- Ada Vance", three],
  ["* **biography**\n* **harbour**\n* **Ada Vance**", three],
  ["• biography\n• harbour\n• Ada Vance", three],
  ["biography\nharbour\nAda Vance", three],
  ["biography;\nharbour;\nAda Vance.", three],
  [
    "1. Kinds of information: biography\n2. Shared themes: harbour\n3. What sets them apart: Ada Vance",
    three,
  ],
  [
    "Kinds of information: biography, letters\nShared themes: harbour, Ada Vance",
    "biography; letters; harbour; Ada Vance",
  ],
  ["**Kinds of information**\n- biography\n\n**Shared themes**\n- harbour", "biography; harbour"],
  ["Shared themes:\n- biography\n- harbour\nDistinct:\n- Ada Vance", three],
  [
    "1. **Biography**: it tells the life of an engineer\n2. **Harbour** - the place where most of it happens",
    "Biography; Harbour",
  ],
  ['"biography", "harbour", "Ada Vance"', three],
  ['["biography", "harbour", "Ada Vance"]', three],
  ['```json\n{"keywords": ["biography", "harbour", "Ada Vance"]}\n```', three],
  ["<keywords>biography; harbour; Ada Vance</keywords>", three],
  ["biography | harbour | Ada Vance", three],
  ["biography • harbour • Ada Vance", three],
  ["biography; Biography; biographies; harbour; harbours; Ada Vance", three],
  ["biography;; harbour; ; Ada Vance;", three],
  ["`biography`; `harbour`; `Ada Vance`", three],
  ["关键词：传记；港口；艾达", "传记; 港口; 艾达"],
  ["传记、港口、艾达", "传记; 港口; 艾达"],
  ["1、传记\n2、港口\n3、艾达", "传记; 港口; 艾达"],
  ["以下是关键词：\n传记，港口，艾达", "传记; 港口; 艾达"],
  ["harbour of Orrin, Norland; 1,200 ships", "harbour of Orrin, Norland; 1,200 ships"],
  ["Spider-Man; rock-and-roll", "Spider-Man; rock-and-roll"],
];

describe("readKeywords", () => {
  it.each(replies)("makes of %j", (reply, text) => {
    expect(readKeywords(reply, 20)).toEqual({ text, notes: [] });
  });

  it.each(["", "Keywords:", "; ; ;", "1.\n2.\n", "---"])("finds that %j says nothing", (reply) => {
    expect(readKeywords(reply, 20).problem).toBe("was empty");
  });

  it("keeps the first phrases of too many, and says so", () => {
    expect(readKeywords("a1; a2; a3; a4; a5", 3)).toEqual({
      text: "a1; a2; a3",
      notes: ["Kept the first 3 of 5 phrases."],
    });
  });

  it("refuses more than twice as many", () => {
    expect(readKeywords("a1; a2; a3; a4; a5; a6; a7", 3).problem).toBe(
      "had 7 phrases where 3 are allowed",
    );
  });

  it.each([".", ",", "、", "a, ", "*", "- ", "1. ", "a:", " - "])(
    "reads a reply of 200,000 characters: %j",
    (unit) => {
      const reply = `a${unit.repeat(200_000 / unit.length)}b\nOrrin`;
      expect(readKeywords(reply, 200).text).toMatch(/Orrin$/);
    },
  );

  it("refuses prose", () => {
    const prose =
      "These passages tell of the engineer who built the old harbour of Orrin long ago.";
    expect(readKeywords(prose, 20).problem).toBe("was prose instead of short phrases");
  });
});
