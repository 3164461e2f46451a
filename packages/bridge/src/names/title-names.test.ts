import { describe, expect, it } from "vitest";
import { titleNames } from "./title-names.js";

describe("titleNames", () => {
  it.each([
    ["Mercury (planet)", ["Mercury"]],
    ["Theodred II (Bishop of Elmham)", ["Theodred II"]],
    ["水星（行星）", ["水星"]],
    ["(Untitled)", ["(Untitled)"]],
    ["", [""]],
    ["x".repeat(201), []],
    ["Order (of) things", ["Order   things"]],
    ["Lights of the coast > Tolm", ["Tolm", "Lights of the coast"]],
    ["Guide > People > Brask, Tilda", ["Brask, Tilda", "Tilda Brask", "People", "Guide"]],
    ["Reef, Otto James", ["Reef, Otto James", "Otto James Reef"]],
    ["Ada Vance – engineer", ["Ada Vance – engineer", "Ada Vance"]],
    ["Ada Vance - Chief Engineer", ["Ada Vance - Chief Engineer", "Ada Vance"]],
    ["Ada Vance | Staff", ["Ada Vance | Staff", "Ada Vance"]],
    ["Ada Vance, engineer", ["Ada Vance, engineer", "Ada Vance"]],
    ["Petrel — a brig", ["Petrel — a brig", "Petrel"]],
    ["Petrel: a brig", ["Petrel: a brig", "Petrel"]],
    ["Biography: Otto Reef", ["Biography: Otto Reef", "Otto Reef"]],
    ["Profile – Otto Reef", ["Profile – Otto Reef", "Otto Reef"]],
    ["European Union (EU)", ["European Union", "EU"]],
    ["Profile of Ada Vance", ["Profile of Ada Vance", "Ada Vance"]],
    ["Notes on Harsett", ["Notes on Harsett", "Harsett"]],
    ["Chapter 3: Harsett", ["Chapter 3: Harsett", "Harsett"]],
    ["Person: Reef, Otto", ["Person: Reef, Otto", "Reef, Otto", "Otto Reef"]],
    ["Orrin: The Video Game", ["Orrin: The Video Game"]],
    ["North - South", ["North - South"]],
    ["1840: A Tide", ["1840: A Tide"]],
  ])("of %o are %o", (title, names) => {
    expect(titleNames(title)).toEqual(names);
  });
});
