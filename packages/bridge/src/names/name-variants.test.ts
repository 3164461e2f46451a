import { describe, expect, it } from "vitest";
import { nameVariants } from "./name-variants.js";

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
    ["U.N.", ["U.N", "UN"]],
    ["Saint Orrin", ["Saint Orrin", "St Orrin"]],
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
