import { describe, expect, it } from "vitest";
import type { PassageNames } from "../name-extractor.js";
import { names } from "./names.js";

/** The names of a text without a title, subjects first. */
function all(text: string, corpus: readonly string[] = []): readonly string[] {
  const { subjects, mentions } = bound(corpus).extract({ text });
  return [...subjects, ...mentions];
}
const bound = (corpus: readonly string[]): ReturnType<typeof names> =>
  names().forCorpus?.(corpus) ?? names();
const titled = (title: string, text: string): PassageNames => names().extract({ title, text });

describe("names of languages that capitalise", () => {
  it.each([
    ["He met Hendry Pask in Harsett.", ["Hendry Pask", "Harsett"]],
    ["It is Björk of Łódź, near Đà Nẵng.", ["Björk of Łódź", "Đà Nẵng"]],
    ["там живёт Мария Иванова.", ["Мария Иванова"]],
    ["εκεί ζει ο Νίκος Καζαντζάκης.", ["Νίκος Καζαντζάκης"]],
    ["So Jean-Luc O’Brien and Coca-cola came.", ["Jean-Luc O’Brien", "Coca-cola"]],
    ["It was Pask's and Mary's Church.", ["Pask", "Mary's Church"]],
    ["With J. R. Pask at St. Orrin went Dr. Sarn.", ["J. R. Pask", "JR Pask", "St. Orrin", "Sarn"]],
    ["An old Boeing 747 flew in May 1998.", ["Boeing 747", "1998"]],
    ["She sailed to the Isle of the Dead and Harsett.", ["Isle of the Dead", "Harsett"]],
    ["It ends with Pask. She drew lilies.", ["Pask"]],
    ["In The Hague, on Monday, they met.", ["Hague"]],
    ["there 3M sold 5G in Orrin.", ["3M", "5G", "Orrin"]],
    ["In that year the EU met Xi and Bo at K2.", ["EU", "Xi", "Bo", "K2"]],
    [
      "He sold eBay, macOS and iPhone 14 to AC/DC and OS/2.",
      ["eBay", "macOS", "iPhone 14", "AC/DC", "OS/2"],
    ],
    ["There the US and the WHO met us, who left.", ["US", "WHO"]],
    ["so Mr went to Dr and II or Jr.", []],
    [
      "there Professor Ada Vance met Sgt Otto Reef Jr.",
      ["Professor Ada Vance", "Ada Vance", "Sgt Otto Reef Jr", "Otto Reef"],
    ],
  ])("in %o are %o", (text, found) => {
    expect(new Set(all(text))).toEqual(new Set(found));
  });

  it("drops what only begins a sentence: function words, and what the corpus has in lower case", () => {
    expect(all("Lilies grow. However they fade. After Pask left.")).toEqual(["Lilies", "Pask"]);
    expect(all("Lilies grow.", ["She drew lilies."])).toEqual([]);
    expect(all("Golden Gate is.", ["a golden gate"])).toEqual(["Golden Gate"]);
    expect(all("Rose came.", ["We saw Rose, then Rose and a rose."])).toEqual(["Rose"]);
    expect(all("We like Lilies.", ["She drew lilies."])).toEqual(["Lilies"]);
  });

  it("finds no name in a headline, and none in capitals alone", () => {
    const headline = "Twelve Men And A Dog Sail Round The Isle Of Orrin In A Gale";
    expect(all(`so ${headline} is read by some men`)).toEqual([]);
    expect(all("THE ORRIN FERRY SAILS AT SEVEN AND THE HENDRY PASK FOLLOWS WITH COAL")).toEqual([]);
  });
});

describe("subjects", () => {
  it("are the title without its qualifier and with its variants", () => {
    expect(titled("The Hendry Amos Pask (ship)", "A ship, the Pask, from Harsett.")).toEqual({
      subjects: ["Hendry Amos Pask", "Hendry Pask"],
      mentions: ["Pask", "Harsett"],
    });
  });

  it("are not names within a title that says more, which are mentioned", () => {
    expect(titled("Who was Ada Vance, and where is Orrin?", "A question.")).toEqual({
      subjects: ["Who was Ada Vance, and where is Orrin"],
      mentions: ["Ada Vance", "Orrin"],
    });
  });

  it("are all headings of a path, the last first", () => {
    expect(titled("Lights of the coast > Tolm", "Tolm was lit in 1851.").subjects).toEqual([
      "Tolm",
      "Lights of the coast",
    ]);
  });

  it("are the first names of the text where there is no title, or it stands not there", () => {
    const text = `Hendry Amos Pask was born in Harsett, and ${"then ".repeat(9)}saw Orrin.`;
    const found = { subjects: ["Hendry Amos Pask", "Hendry Pask", "Harsett"], mentions: ["Orrin"] };
    expect(names().extract({ text })).toEqual(found);
    expect(titled("  ", text)).toEqual(found);
    expect(titled("Introduction", text).subjects).toEqual(["Introduction", ...found.subjects]);
    expect(titled("Hendry Pask", text).subjects).toEqual(["Hendry Pask"]);
  });

  it("are at most three of the text, and no years", () => {
    expect(names().extract({ text: "1998: Ada, Bob, Cyd, Dan, Eve" }).subjects).toEqual([
      "Ada",
      "Bob",
      "Cyd",
    ]);
  });

  it("are none of an empty title or text", () => {
    for (const title of ["", "?!", "\ud800"]) {
      expect(titled(title, "")).toEqual({ subjects: [], mentions: [] });
    }
  });
});

describe("names where capitals tell nothing", () => {
  it("are quoted and bracketed, Latin words, numbers with units", () => {
    expect(all("他读《红楼梦》时用iPhone 14，在1998年售出 35 mm。")).toEqual([
      "红楼梦",
      "1998年",
      "35 mm",
      "iPhone 14",
    ]);
    expect(all("the “orrin ferry” is 35 km away")).toEqual(["orrin ferry", "35 km"]);
  });

  it("are sequences that the corpus shows to stick together", () => {
    const filler =
      "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余成岁律吕调阳云腾致雨露结为霜金生丽水玉出昆冈";
    const corpus = [
      "她去了奥林岛。",
      "奥林岛很小。",
      "船从奥林岛来。",
      filler,
      filler.split("").reverse().join(""),
    ];
    expect(all("人说奥林岛有灯", corpus)).toContain("奥林岛");
    expect(all("人说奥林岛有灯")).toEqual([]);
    const lower = [
      "a boat to orrin island",
      "orrin island is small",
      "we saw one",
      "so it is",
      ...Array.from({ length: 40 }, (_, i) => `w${i} x${i}`),
    ];
    expect(all("they left orrin island today", lower)).toContain("orrin island");
  });
});

describe("bad input", () => {
  it.each([
    ["a megabyte of one letter", "A".repeat(1e6)],
    ["a megabyte of capitals", "ORRIN ISLAND ".repeat(8e4)],
    ["a megabyte of names", "Orrin Island ".repeat(8e4)],
    ["a megabyte of initials", "A. ".repeat(3e5)],
    ["a megabyte of ideographs", "灯塔建在岛的北边".repeat(1e5)],
    ["a megabyte of blanks", `${" ".repeat(1e6)}(`],
    ["half surrogate pairs", "\ud800 \udc00 𝐀𝐁 😀".repeat(100)],
  ])("gives no thousands of names: %s", (_, text) => {
    expect(all(text, [text]).length).toBeLessThan(5);
  });

  it("is 100,000 names in one passage", () => {
    const text = Array.from({ length: 1e5 }, (_, i) => `and then Name${i}`).join(" ");
    expect(all(text)).toHaveLength(1e5);
  });
});
