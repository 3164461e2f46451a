import { describe, expect, it } from "vitest";
import { filterWith, searchChoices } from "./command-options.js";

describe("filterWith", () => {
  it("gathers fields and values; what reads as a number or a word of JSON is tried as both", () => {
    const filter = ["source=a.md", "source=b=c.md", "year=1840", "open=true", "note="].reduce(
      (before, given) => filterWith(given, before),
      {},
    );
    expect(filter).toEqual({
      source: ["a.md", "b=c.md"],
      year: ["1840", 1840],
      open: ["true", true],
      note: [""],
    });
  });

  it("takes only what JSON reads as a number for one, and only what is finite", () => {
    const valuesOf = (value: string): unknown => filterWith(`a=${value}`).a;
    expect(valuesOf("-1.50")).toEqual(["-1.50", -1.5]);
    expect(valuesOf("1e3")).toEqual(["1e3", 1000]);
    for (const text of ["007", "01.5", "+5", ".5", "5.", "1e999", "0x10", "NaN", "True", " 1"]) {
      expect(valuesOf(text)).toEqual([text]);
    }
    expect(Object.keys(filterWith("__proto__=a"))).toEqual(["__proto__"]);
  });

  it.each(["source", "=a", ""])("refuses %j", (given) => {
    expect(() => filterWith(given)).toThrow(/field/);
  });
});

describe("searchChoices", () => {
  it("passes the filter and the second hop on", () => {
    const flags = { filter: { source: "a.md" }, secondHop: true } as const;
    expect(searchChoices(flags)).toEqual(flags);
    expect(() => searchChoices({ secondHop: true, retriever: "words" })).toThrow(/--second-hop/);
  });
});
