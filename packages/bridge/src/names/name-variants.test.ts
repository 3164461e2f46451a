import { describe, expect, it } from "vitest";
import { nameVariants, titleNames } from "./name-variants.js";

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
    ["Chapter 3: Harsett", ["Chapter 3: Harsett", "Harsett"]],
    ["Person: Reef, Otto", ["Person: Reef, Otto", "Reef, Otto", "Otto Reef"]],
    ["Orrin: The Video Game", ["Orrin: The Video Game"]],
    ["North - South", ["North - South"]],
    ["1840: A Tide", ["1840: A Tide"]],
  ])("of %o are %o", (title, names) => {
    expect(titleNames(title)).toEqual(names);
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
    ["J. R. Pask", ["J. R. Pask", "JR Pask"]],
    ["J.R. Pask", ["J.R. Pask", "JR Pask"]],
    ["JR Pask", ["JR Pask", "J R Pask"]],
    ["JRR Pask", ["JRR Pask", "J R R Pask"]],
    ["Hendry R. Pask", ["Hendry R. Pask", "Hendry Pask"]],
    ["Professor Ada Vance", ["Professor Ada Vance", "Ada Vance"]],
    ["Rev. Dr. Ada Vance", ["Rev. Dr. Ada Vance", "Ada Vance"]],
    ["Captain Hendry Amos Pask", ["Captain Hendry Amos Pask", "Hendry Amos Pask", "Hendry Pask"]],
    ["General Motors", ["General Motors"]],
    ["King George III", ["King George III", "George III"]],
    ["Otto Reef Jr.", ["Otto Reef Jr", "Otto Reef"]],
    ["Otto Reef, Jr.", ["Otto Reef, Jr", "Otto Reef"]],
    ["Otto Reef III", ["Otto Reef III", "Otto Reef"]],
    ["George III", ["George III"]],
    ["Ada Vance, Ph.D.", ["Ada Vance, Ph.D", "Ada Vance"]],
    ["Orrin Rope Ltd", ["Orrin Rope Ltd", "Orrin Rope"]],
    ["Petrel GmbH & Co. KG", ["Petrel GmbH & Co. KG", "Petrel"]],
    ["Mr Ltd", ["Ltd"]],
    ["US Navy Yard", ["US Navy Yard", "US Yard"]],
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
