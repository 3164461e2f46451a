import { sentences } from "@psi/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractive } from "./extractive.js";
import { countWords } from "./words.js";

const texts = [
  "Tea is popular in Norland. She liked tea. Ada Vance built the harbour of Orrin.",
  "The harbour of Orrin opened in 1902. It was painted green.",
  "Fish is sold on the quay. The engineer of the harbour of Orrin was honoured by a statue.",
];

describe("extractive", () => {
  it("quotes the sentences nearest the centre, one a text, in order", async () => {
    const { text, notes } = await extractive().abstract({ texts, layer: 1 });
    expect(text).toBe(
      "Ada Vance built the harbour of Orrin. The harbour of Orrin opened in 1902. The engineer of the harbour of Orrin was honoured by a statue.",
    );
    expect(notes).toEqual([]);
  });

  it("prefers sentences that name their subject, and puts the title before those that do not", async () => {
    const { text } = await extractive({ sentences: 1 }).abstract({
      texts: ["He built the harbour of Orrin. Ada Vance built the harbour of Orrin."],
      layer: 1,
    });
    expect(text).toBe("Ada Vance built the harbour of Orrin.");
    const only = { texts: ["He built the harbour."], titles: ["Otto Reef (engineer)"], layer: 1 };
    expect((await extractive().abstract(only)).text).toBe(
      "Otto Reef (engineer): He built the harbour.",
    );
    const chinese = { texts: ["它建于一九零二年的夏天。"], titles: ["奥林港"], layer: 1 };
    expect((await extractive().abstract(chinese)).text).toBe("奥林港：它建于一九零二年的夏天。");
  });

  it("does not put the title before a sentence that holds it", async () => {
    const { text } = await extractive().abstract({
      texts: ["Orrin harbour\nVessels leave Orrin's old harbour."],
      titles: ["Orrin harbour"],
      layer: 1,
    });
    expect(text).toBe("Vessels leave Orrin's old harbour.");
  });

  it("puts the title before a pronoun, also where some of its words follow", async () => {
    const group = {
      texts: ["She ruled Orrin and died there."],
      titles: ["Ada, Duchess of Orrin"],
      layer: 1,
    };
    expect((await extractive().abstract(group)).text).toBe(
      "Ada, Duchess of Orrin: She ruled Orrin and died there.",
    );
  });

  it("weighs children by their centrality", async () => {
    const one = extractive({ sentences: 1 });
    const two = ["The harbour is old and grey today.", "The railway is new and red today."];
    expect((await one.abstract({ texts: two, layer: 1, centrality: [0.1, 0.9] })).text).toBe(
      two[1],
    );
    expect((await one.abstract({ texts: two, layer: 1, centrality: [0.9, 0.1] })).text).toBe(
      two[0],
    );
  });

  it("lets rare words of the corpus count more than common ones", async () => {
    const group = {
      texts: [
        "Harbour people walk slowly every day. Lantern people walk slowly every day.",
        "A lantern and a harbour.",
      ],
      layer: 1,
    };
    const one = extractive({ sentences: 1 });
    const common = (word: string): string[] =>
      Array.from({ length: 64 }, (_, i) => (i < 60 ? `${word} people walk` : "lantern harbour"));
    const withRareLantern = await one.forCorpus!(common("harbour")).abstract(group);
    const withRareHarbour = await one.forCorpus!(common("lantern")).abstract(group);
    expect(withRareLantern.text).not.toBe(withRareHarbour.text);
  });

  it("does not say the same thing twice", async () => {
    const same = Array.from({ length: 1000 }, () => "Ada Vance built the harbour.");
    expect((await extractive().abstract({ texts: same, layer: 1 })).text).toBe(
      "Ada Vance built the harbour.",
    );
  });

  it("keeps to its limits", async () => {
    const prose = Array.from(
      { length: 9 },
      (_, i) => `The harbour number ${i} of Orrin opened in the year ${1900 + i}.`,
    );
    const few = (await extractive({ sentences: 2 }).abstract({ texts: prose, layer: 1 })).text;
    expect(sentences(few)).toHaveLength(2);
    const short = (
      await extractive({ sentences: 9, maxWords: 25 }).abstract({ texts: prose, layer: 1 })
    ).text;
    expect(countWords(short)).toBeLessThanOrEqual(25);
    const endless = (
      await extractive({ maxWords: 10 }).abstract({ texts: ["word ".repeat(5000)], layer: 1 })
    ).text;
    expect(endless).toBe(`${"word ".repeat(10).trim()}…`);
  });

  it("joins Chinese sentences without spaces", async () => {
    const { text } = await extractive().abstract({
      texts: ["奥林港是一座古老的港口。", "奥林港的灯塔建于北岸。"],
      layer: 1,
    });
    expect(text).toBe("奥林港是一座古老的港口。奥林港的灯塔建于北岸。");
  });

  it.each([
    ["emoji only", ["😀😀", "🎉"], "😀😀"],
    ["white space", ["  ", "\n"], "…"],
    ["blank texts with titles", [""], "…"],
    ["NUL and lone surrogates", ["\0 Reef \ud83d is here for all of us."], "Reef"],
  ])("copes with %s", async (_, odd, expected) => {
    expect((await extractive().abstract({ texts: odd, layer: 1 })).text).toContain(expected);
  });

  it("reads the head of an endless text, and says so", async () => {
    const { notes } = await extractive().abstract({
      texts: ["Ada Vance built harbours. She left. ".repeat(150_000)],
      layer: 1,
    });
    expect(notes).toEqual(["Only the first 100000 characters of 1 texts were read."]);
  });

  it.each([" ", "(", "((\n", "word "])(
    "takes a title as long as a text, and puts its beginning before a sentence: %j",
    async (unit) => {
      const title = `Orrin ${unit.repeat(100_000 / unit.length)}x`;
      const body = Array.from({ length: 2000 }, (_, i) => `He saw ${i} of it.`).join(" ");
      const { text } = await extractive().abstract({ texts: [body], titles: [title], layer: 1 });
      expect(text).toMatch(/^Orrin/);
      expect(text.length).toBeLessThan(1_500);
    },
  );

  it("quotes only what is there, and the same for the same texts", async () => {
    const pool = [
      "The harbour is old. ",
      "He came! ",
      "Was it green? ",
      "港口很大。",
      "a b c ",
      "x. ",
    ];
    const sentence = fc.constantFrom(...pool);
    const text = fc.array(sentence, { minLength: 1, maxLength: 8 }).map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (group) => {
        const { text: made } = await extractive().abstract({ texts: group, layer: 1 });
        const rest = pool.reduce((left, each) => left.replaceAll(each.trim(), ""), made);
        expect(rest.trim()).toBe("");
        expect((await extractive().abstract({ texts: group, layer: 1 })).text).toBe(made);
      }),
    );
  });

  it("refuses bad options and groups, and stops when aborted", async () => {
    expect(() => extractive({ sentences: 0 })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
    expect(() => extractive({ maxWords: 1 })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
    await expect(extractive().abstract({ texts: [], layer: 1 })).rejects.toMatchObject({
      code: "invalid-option",
    });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(extractive().abstract({ texts: ["a"], layer: 1 }, { signal })).rejects.toThrow(
      "enough",
    );
  });
});
