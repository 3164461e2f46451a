import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { marksIn } from "./marks.js";

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
  ["[^1]", []],
  ["[a1] [1a] [] [ ] [-1] [1.5] [1234567]", []],
  ["[[1", []],
])("%s", (text, numbers) => {
  expect(marksIn(text).map((mark) => mark.numbers)).toEqual(numbers);
});

it("goes on behind code", () => {
  const text = "Use `a[1]` [2], or ```b[3]``` [4]. A lone ` is none [5].";
  expect(marksIn(text).map((mark) => mark.numbers)).toEqual([[2], [4], [5]]);
});

it("says where marks stand, the space before them included, and which are ranges", () => {
  expect(marksIn("ab [1]c[2-3]")).toEqual([
    { start: 2, end: 6, numbers: [1], isRange: false },
    { start: 7, end: 12, numbers: [2, 3], isRange: true },
  ]);
});

it("finds marks in order, each in brackets, whatever the text", () => {
  const pieces = fc.constantFrom(
    "[",
    "]",
    "【",
    "】",
    "1",
    "2",
    ",",
    "-",
    " ",
    "`",
    "(",
    ")",
    "a\n",
  );
  const text = fc.oneof(
    fc.constantFrom(...oddTexts),
    fc.array(pieces).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (any) => {
      let behind = 0;
      for (const { start, end, numbers } of marksIn(any)) {
        expect(start).toBeGreaterThanOrEqual(behind);
        expect(any.slice(start, end)).toMatch(/^ ?[[【].*[\]】]$/);
        expect(numbers.length).toBeGreaterThan(0);
        behind = end;
      }
    }),
    { numRuns: 1000 },
  );
});

it.each(["[1, ", "[1-", "`[1]", "```", "[1](a", "【1】", "[1,1", " "])(
  "takes time in proportion to the length: %j",
  (unit) => {
    const begun = performance.now();
    marksIn(unit.repeat(1_000_000 / unit.length));
    expect(performance.now() - begun).toBeLessThan(3000);
  },
);
