import { describe, expect, it } from "vitest";
import { unaccented } from "./unaccented.js";

describe("unaccented", () => {
  it.each([
    ["łódź", "lodz"],
    ["smørrebrød", "smorrebrod"],
    ["cœur", "coeur"],
    ["diyarbakır", "diyarbakir"],
    ["e\u0301te\u0301", "ete"],
    ["λόγος", "λογος"],
    ["йод", "иод"],
    ["हिन्दी", "हिन्दी"],
    ["한국", "한국"],
    ["がく", "がく"],
    ["plain", "plain"],
    ["", ""],
  ])("makes %s of %s", (word, plain) => {
    expect(unaccented(word)).toBe(plain);
  });
});
