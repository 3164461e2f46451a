import fc from "fast-check";
import { expect, it } from "vitest";
import { equalTexts } from "./equal-texts.js";

it("pairs each repeated text with the first that has it", () => {
  expect([...equalTexts(["a", "b", "a", "c", "b", "a"])]).toEqual([2, 0, 4, 1, 5, 0]);
  expect([...equalTexts([])]).toEqual([]);
  expect([...equalTexts(["a", "A", "a.", "ab"])]).toEqual([]);
});

it("takes white space of any kind and length for one blank, and compares in NFC", () => {
  const equal = ["Zoë sold it.", " Zoe\u0308  sold\n\tit. ", "Zoë\u00a0sold\u3000it.\r\n"];
  expect([...equalTexts(equal)]).toEqual([1, 0, 2, 0]);
  expect([...equalTexts(["Zoësold it.", "Zoë sold it."])]).toEqual([]);
});

it("tells halves of surrogate pairs apart, which have no bytes in UTF-8", () => {
  expect([...equalTexts(["\ud800", "\udc00", "\ufffd", "\ud800"])]).toEqual([3, 0]);
});

it("finds what a comparison of all pairs finds", () => {
  const normalised = (text: string): string =>
    text
      .normalize("NFC")
      .split(/\s+/)
      .filter((word) => word !== "")
      .join(" ");
  fc.assert(
    fc.property(
      fc.array(
        fc
          .array(fc.constantFrom("a", "é", "e\u0301", " ", "\n", "\u3000"))
          .map((cs) => cs.join("")),
      ),
      (texts) => {
        const expected = texts.flatMap((text, row) => {
          const first = texts.findIndex((other) => normalised(other) === normalised(text));
          return first < row ? [row, first] : [];
        });
        expect([...equalTexts(texts)]).toEqual(expected);
      },
    ),
  );
});
