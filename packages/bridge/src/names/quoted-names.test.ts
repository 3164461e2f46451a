import { describe, expect, it } from "vitest";
import { quotedNames } from "./quoted-names.js";

describe("quotedNames", () => {
  it.each([
    ["他读《红楼梦》和〈序〉", ["红楼梦", "序"]],
    ["「源氏物語」と『枕草子』【注】", ["源氏物語", "枕草子", "注"]],
    ['the “orrin ferry” and "night boat"', ["orrin ferry", "night boat"]],
    ["„Die Fähre“ und « Le Bac »", ["Die Fähre", "Le Bac"]],
    ["“I saw it, and left.” he said", []],
    ["“one two three four five six seven”", []],
    [`“${"x".repeat(41)}”`, []],
    ["“open", []],
    ["", []],
  ])("in %o are %o", (text, names) => {
    expect(quotedNames(text)).toEqual(names);
  });

  it("finds no name in a megabyte of opening marks", () => {
    for (const mark of ["《", "“", '"', "« "])
      expect(quotedNames(mark.repeat(5e5)).length).toBeLessThan(2);
  });
});
