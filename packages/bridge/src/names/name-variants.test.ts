import { describe, expect, it } from "vitest";
import { nameVariants, titleName } from "./name-variants.js";

describe("titleName", () => {
  it.each([
    ["Mercury (planet)", "Mercury"],
    ["Theodred II (Bishop of Elmham)", "Theodred II"],
    ["水星（行星）", "水星"],
    ["(Untitled)", "(Untitled)"],
    ["", ""],
    ["x".repeat(201), ""],
    ["Order (of) things", "Order   things"],
  ])("makes of %o %o", (title, name) => {
    expect(titleName(title)).toBe(name);
  });

  it("takes no time for a megabyte of blanks and brackets", () => {
    const start = performance.now();
    titleName(" ".repeat(1e6));
    titleName("(".repeat(1e6));
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("nameVariants", () => {
  it.each([
    ["Orrin", ["Orrin"]],
    ["The Petrel", ["Petrel"]],
    ["The Who", ["The Who"]],
    ["A", ["A"]],
    ["Sir Hendry Pask", ["Hendry Pask"]],
    ["Hendry Amos Pask", ["Hendry Amos Pask", "Hendry Pask"]],
    ["J. R. Pask", ["J. R. Pask"]],
    ["Hendry R. Pask", ["Hendry R. Pask", "Hendry Pask"]],
    ["Bank of Orrin", ["Bank of Orrin"]],
    ["Jean-Luc O’Brien", ["Jean-Luc O’Brien"]],
    ["McDonald's", ["McDonald's", "McDonald"]],
    ["Pask’s", ["Pask’s", "Pask"]],
    ["«Orrin Isle!»", ["Orrin Isle"]],
    ["", []],
    ["?!", []],
  ])("of %o are %o", (name, variants) => {
    expect(nameVariants(name)).toEqual(variants);
  });
});
