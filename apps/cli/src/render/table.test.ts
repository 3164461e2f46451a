import { describe, expect, it } from "vitest";
import { table } from "./table.js";

describe("table", () => {
  it("makes columns as wide as their widest cell, by what a terminal shows", () => {
    const rows = [
      ["name", "n"],
      ["漢字漢字", "1,000"],
      ["a", "2"],
    ];
    expect(table(rows, ["left", "right"])).toEqual([
      "name          n",
      "漢字漢字  1,000",
      "a             2",
    ]);
  });

  it("takes rows that are short, and none", () => {
    expect(table([["a"], ["b", "c"]], ["left", "left"])).toEqual(["a", "b  c"]);
    expect(table([], ["left"])).toEqual([]);
  });
});
