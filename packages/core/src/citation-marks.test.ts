import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  citationMarks,
  citedNumbers,
  removeMarks,
  restoreMarksInCode,
  setMarksApart,
} from "./citation-marks.js";
import { oddTexts } from "./testing/odd-texts.js";

it.each<[string, readonly (readonly number[])[]]>([
  ["Paris [2].", [[2]]],
  ["Paris[2].", [[2]]],
  ["Paris. [2]", [[2]]],
  ["[2]", [[2]]],
  ["a [2,5] b", [[2, 5]]],
  ["a [2, 5] b", [[2, 5]]],
  ["a [2 ; 5] b", [[2, 5]]],
  ["a [2][5] b", [[2], [5]]],
  ["a [2] [5] b", [[2], [5]]],
  ["a [2, 2] b", [[2]]],
  ["巴黎是首都【3】。", [[3]]],
  ["巴黎是首都［3］。", [[3]]],
  [
    "巴黎【1、4】和【2，3】",
    [
      [1, 4],
      [2, 3],
    ],
  ],
  ["a [1-3] b", [[1, 2, 3]]],
  ["a [1–3, 7] b", [[1, 2, 3, 7]]],
  ["a [1 - 3] b", [[1, 2, 3]]],
  ["a [4-4] b", [[4]]],
  ["a [01] b", [[1]]],
  ["in [2024] b", [[2024]]],
  ["[1](see below)", [[1]]],
  ["**[1]**", [[1]]],
  // Text, not marks.
  ["a [3-1] b", []],
  ["a [1-100] b", []],
  ["a [1-999999] b", []],
  ["let x = a[0];", []],
  ["the interval [0, 1]", []],
  ["`a[1]`", []],
  ["```\na[1] = b[2];\n```", []],
  ["```\na[1] = b[2];", []],
  ["[1](https://example.org/a)", []],
  ["![1](picture.png)", []],
  ["[a1] [1a] [] [ ] [-1] [1.5] [1234567]", []],
  ["[[1", []],
])("%s", (text, numbers) => {
  expect(citationMarks(text).map((mark) => mark.numbers)).toEqual(numbers);
});

it("goes on behind code", () => {
  const text = "Use `a[1]` [2], or ```b[3]``` [4]. A lone ` is none [5].";
  expect(citationMarks(text).map((mark) => mark.numbers)).toEqual([[2], [4], [5]]);
});

it("says where marks stand, the space before them included, and which are ranges", () => {
  expect(citationMarks("ab [1]c[2-3]")).toEqual([
    { start: 2, end: 6, numbers: [1], form: "numbers" },
    { start: 7, end: 12, numbers: [2, 3], form: "range" },
  ]);
});

const other: readonly (readonly [written: string, numbers: readonly number[]])[] = [
  ["[[1]]", [1]],
  ["[^1]", [1]],
  ["[^1^]", [1]],
  ["[#2]", [2]],
  ["[@1]", [1]],
  ["[passage 1]", [1]],
  ["[Passage #1]", [1]],
  ["[passages 1 and 3]", [1, 3]],
  ["[passage 1, passage 3]", [1, 3]],
  ['[passage number="1"]', [1]],
  ["[Passage 2: Harbour]", [2]],
  ["[source 2]", [2]],
  ["[doc 1]", [1]],
  ["[doc1]", [1]],
  ["[ref_1]", [1]],
  ["[citation:3]", [3]],
  ["[[citation:3]]", [3]],
  ["[cite: 1, 2]", [1, 2]],
  ["[1 and 2]", [1, 2]],
  ["(passage 3)", [3]],
  ["(see passages 1–3)", [1, 2, 3]],
  ["(source: passage 2)", [2]],
  ["（段落3）", [3]],
  ["[段落1]", [1]],
  ["[第1段]", [1]],
  ["[文献1、2]", [1, 2]],
  ["[出典2]", [2]],
  ["[출처 1]", [1]],
  ["[Quelle 1]", [1]],
  ["[Quellen 1, 2 und 3]", [1, 2, 3]],
  ["[Fuente 1 y 2]", [1, 2]],
  ["[źródło 1]", [1]],
  ["[Источник 1]", [1]],
  ["[المصدر ١]", [1]],
  ["[स्रोत १]", [1]],
  ["【1†source】", [1]],
  ["【2†L3-L5】", [2]],
  ["<sup>1</sup>", [1]],
  ["<sup>[1]</sup>", [1]],
  ["<cite>2</cite>", [2]],
  ['<passage number="2"/>', [2]],
];

describe("a mark of another form", () => {
  it.each(other)("is read: %s", (written, numbers) => {
    for (const text of [`It opened in Orrin ${written}.`, `Orrin${written} and`, written]) {
      expect(citationMarks(text).map((mark) => mark.numbers)).toEqual([numbers]);
    }
    const [mark] = citationMarks(`Orrin ${written}.`);
    expect(mark?.form).toBe("worded");
  });

  it.each(["[１]", "[١]", "[१]", "[๑]", "［１］", "[\u200b1]"])(
    "may have any digits: %s",
    (mark) => {
      expect(citationMarks(`Orrin ${mark}`)).toMatchObject([{ numbers: [1], form: "numbers" }]);
    },
  );

  it.each([
    ["Harsett¹.", [1]],
    ["Harsett.¹ It", [1]],
    ["“Harsett”²", [2]],
    ["from Harsett¹,² and", [1, 2]],
    ["哈塞特¹。", [1]],
    ["in Harsett¹²", [12]],
  ])("may be raised: %s", (text, numbers) => {
    expect(citationMarks(text)).toMatchObject([{ numbers, form: "superscript" }]);
  });

  it.each(["km²", "x² + y²", "12 metres²", "10³ tons", "(a + b)²", "sin²(x)", "Harsett⁰"])(
    "is none where it may be a power: %s",
    (text) => expect(citationMarks(text)).toEqual([]),
  );

  it.each([
    "[source: harbour.md]",
    "[passage A]",
    "【4:0†source】",
    "[doc: a-17]",
    "[Quelle: Hafen]",
  ])("is reported when no number can be read: %s", (written) => {
    expect(citationMarks(`Orrin ${written}.`)).toMatchObject([{ numbers: [], form: "unread" }]);
  });

  it.each([
    "(1)",
    "(section 3)",
    "(1902)",
    "(see below)",
    "[note 2]",
    "[p1]",
    "[Hendry Pask]",
    "[text missing]",
    "[citation needed]",
    "[1: a ratio]",
    "<b>1</b>",
    "<passage>",
  ])("is none where something else may be meant: %s", (text) => {
    expect(citationMarks(`Orrin ${text}.`)).toEqual([]);
  });
});

const pieces = fc.constantFrom(
  ..."[]【】(（）)<>12,-`†^:# ".split(""),
  "passage ",
  "</sup>",
  "<sup>",
  "¹",
  "Orrin",
  "a\n",
);
const anyText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.array(pieces).map((all) => all.join("")),
);

it("finds marks in order, inside the text, whatever the text", () => {
  fc.assert(
    fc.property(anyText, (any) => {
      let before = 0;
      for (const { start, end, numbers, form } of citationMarks(any)) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(any.length);
        expect(numbers.length > 0).toBe(form !== "unread");
        before = end;
      }
    }),
    { numRuns: 2000 },
  );
});

describe("setMarksApart", () => {
  it.each([
    ["It opened in 1931 [3].", "It opened in 1931 ⟦3⟧."],
    ["drawn by Brask[1, 2]", "drawn by Brask⟦1, 2⟧"],
    ["`a[1]` and [2](https://example.org)", "`a⟦1⟧` and ⟦2⟧(https://example.org)"],
    ["(see passage 2) 【1†source】", "⟦see passage 2⟧ ⟦1†source⟧"],
    ["Harsett¹ has 3 km²", "Harsett⟦¹⟧ has 3 km²"],
    ["[Hendry Pask], a[0], [source: x]", "[Hendry Pask], a[0], [source: x]"],
  ])("replaces the brackets of marks only: %s", (text, apart) => {
    expect(setMarksApart(text)).toBe(apart);
  });

  it("leaves nothing that reads as a mark, whatever the text", () => {
    const readable = (text: string) => citationMarks(text).filter(({ form }) => form !== "unread");
    for (const [written] of other) expect(readable(setMarksApart(written))).toEqual([]);
    fc.assert(
      fc.property(anyText, (any) => {
        expect(readable(setMarksApart(any))).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });
});

it("gives code in an answer its brackets back, and nothing else", () => {
  expect(restoreMarksInCode("`a⟦1⟧` and ⟦2⟧, ```\nb⟦3⟧\n```")).toBe(
    "`a[1]` and ⟦2⟧, ```\nb[3]\n```",
  );
});

it("takes marks out of a text", () => {
  expect(removeMarks("Hendry Pask [1], of Harsett (passage 2)【3】. `a[1]`")).toBe(
    "Hendry Pask, of Harsett. `a[1]`",
  );
});

it.each([
  ["1, 3", [1, 3]],
  ["passages 1 and 3", [1, 3]],
  ["段落 2", [2]],
  ["Harbour", undefined],
  ["source: harbour.md", undefined],
])("reads a list of sources: %s", (list, numbers) => {
  expect(citedNumbers(list)).toEqual(numbers);
});

it.each([
  "[1, ",
  "[1-",
  "`[1]",
  "```",
  "[1](a",
  "【1】",
  "[1,1",
  " ",
  "(",
  "[[",
  "<sup>",
  "a¹",
  "(passage 1",
])("reads 300,000 characters: %j", (unit) => {
  const text = unit.repeat(300_000 / unit.length);
  expect(citationMarks(`${text}\n\nOrrin [2]`).at(-1)?.numbers).toEqual([2]);
});
