import { expect, it } from "vitest";
import { foldName } from "./cut-words.js";
import { spelledIn, textsOf } from "./spelled-in.js";

it.each([
  ["EDDA PASK", "There Edda Pask kept bees.", "Edda Pask"],
  ["Edda Pask", "EDDA  PASK, keeper", "EDDA  PASK"],
  ["Zoe Orrin", "It was Zoë Orrin's yard.", "Zoë Orrin"],
  ["Saint Petrel", "saint-Petrel", "saint-Petrel"],
  ["Robert Quarrie", "Robert J. M. Quarrie was a mason.", "Robert J. M. Quarrie"],
  ["ROBERT QUARRIE", "Then Robert James Quarrie left.", "Robert James Quarrie"],
  ["灯塔", "北边的灯塔。", "灯塔"],
])("spells %s as the text has it: %s", (name, text, spelling) => {
  expect(spelledIn(name, [text])).toBe(spelling);
});

it.each([
  ["Edda Pask", "Pask met Edda."],
  ["Robert Quarrie", "Robert met Quarrie."],
  ["Robert Quarrie", "Robert A. B. C. Quarrie"],
  ["Edda Pask", ""],
  ["Edda Pask", "Edda"],
])("finds no %s in: %s", (name, text) => {
  expect(spelledIn(name, [text])).toBeUndefined();
});

it("looks in the texts in order, titles first", () => {
  const titled = { text: "EDDA PASK kept it.", metadata: { title: "edda pask" } };
  const other = { text: "Edda Pask", metadata: {} };
  expect(spelledIn("EDDA Pask", textsOf(titled, other))).toBe("edda pask");
  const untitled = { ...titled, metadata: { title: ["Edda Pask"] } };
  expect(spelledIn("EDDA Pask", textsOf(untitled, other))).toBe("EDDA PASK");
  expect(spelledIn("Edda Pask", textsOf(titled, other))).toBe("Edda Pask");
});

it("returns what is in one of the texts, and folds to the name or contains its words", () => {
  const texts = ["Sold by O’Neil & Sons.", "THE Petrel, a brig"];
  for (const name of ["O'NEIL & SONS", "the petrel"]) {
    const spelling = spelledIn(name, texts);
    expect(texts.join("\n")).toContain(spelling);
    expect(foldName(spelling as string)).toBe(foldName(name));
  }
});
