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

  it.each(["source", "=a", ""])("refuses %j", (given) => {
    expect(() => filterWith(given)).toThrow(/field/);
  });
});

describe("searchChoices", () => {
  it("hands on the filter and the second hop", () => {
    const flags = { filter: { source: "a.md" }, secondHop: true } as const;
    expect(searchChoices(flags)).toEqual(flags);
    expect(() => searchChoices({ secondHop: true, retriever: "words" })).toThrow(/--second-hop/);
  });
});
