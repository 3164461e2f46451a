import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repeats, standsIn } from "./choose-phrases.js";
import { keyphrases } from "./keyphrases.js";

const films = [
  "Storm over Orrin is a silent drama film directed by Ada Vance. It was shown in 1921.",
  "The Lost Lantern is a silent comedy film by Ada Vance, who also wrote it.",
  "Ada Vance was a film director. She made silent films in Norland.",
];
const others = [
  "The Tern is a river in the valley of Orrin.",
  "Hilda Marsh was a painter of landscapes.",
  "The harbour railway opened in 1902 and closed again.",
  "Otto Reef was a football player who came from Norland.",
];
const corpus = [...films, ...others, ...others.map((text) => `${text} It is known to many.`)];
const titles = ["Storm over Orrin", "The Lost Lantern", "Ada Vance"];

async function phrasesOf(texts: readonly string[], more: object = {}): Promise<string[]> {
  const { text } = await keyphrases().forCorpus!(corpus).abstract({ texts, layer: 1, ...more });
  return text.split("; ");
}

describe("keyphrases", () => {
  it("names what texts share first, then each text", async () => {
    const phrases = await phrasesOf(films, { titles });
    expect(phrases.slice(0, 3).sort()).toEqual(["Ada Vance", "film", "silent"]);
    expect(phrases).toContain("Storm over Orrin");
    expect(phrases).toContain("The Lost Lantern");
    expect(phrases.indexOf("Storm over Orrin")).toBeGreaterThan(phrases.indexOf("Ada Vance"));
  });

  it("names what each text is about where there are no titles", async () => {
    const phrases = await phrasesOf(films);
    expect(phrases.join("; ")).toMatch(/Ada Vance/);
    expect(phrases.join("; ")).toMatch(/Lost Lantern/);
    expect(phrases.join("; ")).toMatch(/Storm/);
  });

  it("has no stop words, no phrase twice, and merges singular and plural", async () => {
    const phrases = await phrasesOf(films, { titles });
    const low = phrases.map((phrase) => phrase.toLowerCase());
    expect(new Set(low).size).toBe(low.length);
    expect(low).not.toContain("the");
    expect(low).toContain("film");
    expect(low).not.toContain("films");
  });

  it.each([
    ["She built the harbour of Orrin.", "The harbour of Orrin is old.", "harbour of Orrin"],
    ["He met the 9th Duke of Orrin.", "The 9th Duke of Orrin came.", "9th Duke of Orrin"],
    ["Then said Ada Vance no.", "Once said Ada Vance no.", "Ada Vance"],
    ["It is in the House of the Lords.", "The House of the Lords sat.", "House of the Lords"],
    [
      "The quickly growing famous harbour.",
      "One quickly growing famous harbour.",
      "growing famous harbour",
    ],
  ])("finds the phrase that %j and %j share", async (one, other, phrase) => {
    const { text } = await keyphrases().abstract({ texts: [one, other], layer: 1 });
    expect(text.split("; ")[0]).toBe(phrase);
  });

  it("keeps to the limit", async () => {
    for (const maxPhrases of [2, 5]) {
      const { text } = await keyphrases({ maxPhrases }).abstract({
        texts: films,
        titles,
        layer: 1,
      });
      expect(text.split("; ").length).toBeLessThanOrEqual(maxPhrases);
    }
  });

  it("reads its own lists above: what several share early comes first, and each is named", async () => {
    const { text } = await keyphrases().abstract({
      texts: [
        "silent film; Ada Vance; Storm over Orrin",
        "silent film; Otto Reef; The Reef",
        "film; Hilda Marsh",
      ],
      layer: 2,
    });
    const phrases = text.split("; ");
    expect(phrases[0]).toMatch(/film/);
    for (const name of ["Ada Vance", "Otto Reef", "Hilda Marsh"]) expect(phrases).toContain(name);
  });

  it("gives the more central child the first word", async () => {
    const texts = ["Reef; Otto", "Marsh; Hilda"];
    const first = async (centrality: number[]): Promise<string> =>
      (await keyphrases({ maxPhrases: 2 }).abstract({ texts, layer: 2, centrality })).text;
    expect(await first([0.9, 0.1])).toBe("Reef; Marsh");
    expect(await first([0.1, 0.9])).toBe("Marsh; Reef");
  });

  it("treats other texts above the first layer as texts", async () => {
    const paragraph = films.map(
      (text) => `${text} ${text.toUpperCase()} and so on for a long time without an end.`,
    );
    const { text } = await keyphrases().abstract({ texts: paragraph, layer: 2 });
    expect(text.split("; ").every((phrase) => phrase.length < 60)).toBe(true);
  });

  it("finds bracketed names and sequences of Chinese", async () => {
    const texts = [
      "奥林港是诺兰的一座港口城市，小说《风暴》写于此。",
      "《风暴》是艾达创作的小说，描写奥林港的渔民。",
      "电影《风暴》改编自同名小说，在奥林港拍摄。",
    ];
    const { text } = await keyphrases().abstract({
      texts,
      titles: ["奥林港", "风暴", "风暴（电影）"],
      layer: 1,
    });
    const phrases = text.split("; ");
    expect(phrases.slice(0, 4)).toEqual(expect.arrayContaining(["风暴", "奥林港"]));
    expect(phrases).toContain("风暴（电影）");
    expect(phrases.some((phrase) => /^[的是在]|[的是在]$/.test(phrase))).toBe(false);
  });

  it("does not repeat the title in front of a text, and never breaks its list by a title", async () => {
    const { text } = await keyphrases().abstract({
      texts: ["Reef; the song\nA song of the sea.", "Reef; the song\nAnother one."],
      titles: ["Reef; the song", "Reef; the song"],
      layer: 1,
    });
    expect(text.split("; ").filter((phrase) => phrase === "Reef, the song")).toHaveLength(1);
  });

  it.each([
    ["one text", ["Ada Vance built the harbour."], "Ada Vance"],
    [
      "equal texts",
      Array.from({ length: 1000 }, () => "Ada Vance built the harbour."),
      "Ada Vance",
    ],
    ["emoji only", ["😀😀", "🎉"], "😀"],
    ["white space", ["  ", "\n"], "…"],
    ["lone surrogates and NUL", ["\ud83d\0 Reef \udc00", "\0"], "Reef"],
    ["right-to-left text", ["ميناء أورين القديم", "ميناء أورين الجديد"], "ميناء أورين"],
  ])("copes with %s", async (_, texts, expected) => {
    const { text } = await keyphrases().abstract({ texts, layer: 1 });
    expect(text).toContain(expected);
    expect(text.length).toBeLessThan(200);
  });

  it("reads the head of an endless text, and says so", async () => {
    const { text, notes } = await keyphrases().abstract({
      texts: ["Ada Vance built harbours. ".repeat(200_000), "x"],
      layer: 1,
    });
    expect(text).toContain("Ada Vance");
    expect(notes).toEqual(["Only the first 100000 characters of 1 texts were read."]);
  });

  it("says the same to the same texts, whatever they are", async () => {
    const word = fc.constantFrom(
      "Ada",
      "Vance",
      "the",
      "of",
      "silent",
      "films",
      "港口",
      "《风暴》",
      ";",
      ".",
      "1921",
      "walked",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 20 }).map((words) => words.join(" ")),
    );
    const groups = fc.record({
      texts: fc.array(text, { minLength: 1, maxLength: 6 }),
      layer: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(groups, async (group) => {
        const first = await keyphrases().forCorpus!(group.texts).abstract(group);
        expect(first.text).not.toBe("");
        expect(await keyphrases().forCorpus!(group.texts).abstract(group)).toEqual(first);
      }),
    );
  });

  it.each([
    { texts: [], layer: 1 },
    { texts: ["a"], titles: [], layer: 1 },
    { texts: ["a"], centrality: [Number.NaN], layer: 1 },
  ])("refuses %j", async (group) => {
    await expect(keyphrases().abstract(group)).rejects.toMatchObject({ code: "invalid-option" });
  });

  it("refuses a limit out of range, and stops when aborted", async () => {
    expect(() => keyphrases({ maxPhrases: 1 })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(keyphrases().abstract({ texts: ["a"], layer: 1 }, { signal })).rejects.toThrow(
      "enough",
    );
  });

  it("is free, and named by its options", () => {
    expect(keyphrases().free).toBe(true);
    expect(keyphrases().name).not.toBe(keyphrases({ maxPhrases: 5 }).name);
    expect(keyphrases().forCorpus!([]).name).toBe(keyphrases().name);
  });
});

describe("repeats and standsIn", () => {
  it("compare stretches of whole words", () => {
    expect(standsIn(["b", "c"], ["a", "b", "c"])).toBe(true);
    expect(standsIn(["a", "c"], ["a", "b", "c"])).toBe(false);
    expect(standsIn(["a", "b", "c"], ["b", "c"])).toBe(false);
    expect(repeats(["a", "b", "c"], ["b", "c"])).toBe(true);
  });
});
