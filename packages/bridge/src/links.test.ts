import { describe, expect, it } from "vitest";
import { buildLinks } from "./build-links.js";

const links = buildLinks([
  { title: "The Petrel (ship)", text: "The Petrel was built by Hendry Pask at Harsett." },
  { title: "Hendry Pask", text: "Hendry Pask was born at Harsett." },
  { title: "Pask", text: "Pask is a name." },
  { title: "奥林岛", text: "奥林岛很小。" },
  { title: "", text: "It rained." },
  { title: "Petrel", text: "A petrel is a bird." },
]);

/** The names found in a text, with the rows that are about them. */
const aboutIn = (text: string): readonly (readonly [string, readonly number[]])[] =>
  links.aboutInText(text).map(({ start, end, rows }) => [text.slice(start, end), [...rows]]);

describe("aboutInText", () => {
  it("finds what passages are about, the longest first, in order", () => {
    expect(aboutIn("Who built the Petrel, Hendry Pask or Pask?")).toEqual([
      ["Petrel", [0, 5]],
      ["Hendry Pask", [1]],
      ["Pask", [2]],
    ]);
    expect(links.aboutInText("Hendry Pask").map(({ name }) => links.names[name])).toEqual([
      "Hendry Pask",
    ]);
  });

  it("finds names between letters of scripts without spaces", () => {
    expect(aboutIn("请问奥林岛在哪里？")).toEqual([["奥林岛", [3]]]);
  });

  it("wants the capital of a name of one word only where the text sets names apart", () => {
    expect(aboutIn("Did Edith Sarn see a petrel?")).toEqual([]);
    expect(aboutIn("Did Edith Sarn see the Petrel?")).toEqual([["Petrel", [0, 5]]]);
    expect(aboutIn("Was hendry pask born?")).toEqual([["hendry pask", [1]]]);
  });

  it.each([
    "who built the petrel?",
    "Who built the petrel?",
    "Who built the Petrel?",
    "It rained. Who built the petrel? I ask.",
    "WHO BUILT THE PETREL?",
    "Petrel?",
  ])("finds the name in %o, however the question is written", (question) => {
    expect(aboutIn(question).map(([, rows]) => rows)).toEqual([[0, 5]]);
  });

  it("takes no function word for a name, but an abbreviation in capitals", () => {
    const who = buildLinks([
      { title: "The Who", text: "A band." },
      { title: "WHO", text: "Health." },
      { title: "Where", text: "A song." },
    ]);
    const found = (text: string): readonly number[] =>
      who.aboutInText(text).flatMap(({ rows }) => [...rows]);
    expect(found("who was where?")).toEqual([]);
    expect(found("Where is it?")).toEqual([]);
    expect(found("Who is WHO?")).toEqual([1]);
    expect(found("did you hear the who?")).toEqual([0]);
  });

  it("takes a word with a typing error for a name's, where it may be one", () => {
    const found = (text: string, isMistyped?: (word: string) => boolean): readonly string[] =>
      links.aboutInText(text, isMistyped).map(({ name }) => links.names[name] as string);
    expect(found("Who is Hendry Paske?")).toEqual([]);
    expect(found("Who is Hendry Paske?", (word) => word === "paske")).toEqual(["Hendry Pask"]);
    expect(found("the petrle", () => true)).toEqual(["Petrel"]);
    // A word that is known is never taken for another.
    expect(found("Pask", () => true)).toEqual(["Pask"]);
  });

  it("takes any text: none, one letter, 100 kB, half a surrogate pair", () => {
    for (const text of ["", "P", "the of", "\ud800", "?"]) expect(aboutIn(text)).toEqual([]);
    expect(aboutIn("Hendry Pask ".repeat(9_000))).toHaveLength(9_000);
    expect(() => links.aboutInText(undefined as never)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("links", () => {
  it("tell the share that a link has of the weaker side's", () => {
    const weight = links.weightBetween(0, 1);
    expect(weight).toBeGreaterThan(0);
    expect(links.totals[1]).toBeCloseTo(weight, 6);
    expect(links.shareBetween(0, 1)).toBeCloseTo(1, 6);
    expect(links.shareBetween(1, 0)).toBe(links.shareBetween(0, 1));
    expect(links.shareBetween(0, 4)).toBe(0);
    expect(links.totals[4]).toBe(0);
  });

  it("know nothing of what is not linked", () => {
    expect(links.whyLinked(0, 4)).toBeUndefined();
    expect(links.whyLinked(0, 0)).toBeUndefined();
    expect(links.weightBetween(0, 0)).toBe(0);
    expect([...links.holdersOf("Nobody")]).toEqual([]);
    expect([...links.holdersOf("")]).toEqual([]);
  });

  it.each([[-1], [6], [0.5], [Number.NaN]])("refuse the row %o", (row) => {
    const refused = expect.objectContaining({ code: "invalid-option" });
    for (const ask of [
      () => links.weightBetween(0, row),
      () => links.whyLinked(row, 0),
      () => links.shareBetween(row, 0),
      () => links.neighbours(row),
      () => links.subjectsOf(row),
    ]) {
      expect(ask).toThrow(refused);
    }
  });
});
