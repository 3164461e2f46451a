import { oddTexts } from "@psi/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cite, citedQuotes } from "./cite.js";
import { plainWords } from "./plain-words.js";
import { evidenceOf, foundText } from "./testing.js";

const TEXTS = [
  "Paris is the capital of France. It lies on the Seine. The Eiffel Tower is in Paris.",
  "Rome is the capital of Italy. The Tiber flows through it.",
  "巴黎是法国的首都。塞纳河流过巴黎。",
  "Berlin is large.",
  "Madrid is high.",
];
const EVIDENCE = evidenceOf(TEXTS);

/** An answer's citations, as "number: the characters cited". */
function citedIn(answer: string): readonly string[] {
  return cite(answer, EVIDENCE, plainWords).citations.map(
    ({ number, start, end }) => `${number}: ${TEXTS[number - 1]?.slice(start, end)}`,
  );
}

describe("cites the sentence that says it", () => {
  it.each<[string, readonly string[]]>([
    ["Paris lies on the Seine [1].", ["1: It lies on the Seine."]],
    ["Paris lies on the Seine. [1]", ["1: It lies on the Seine."]],
    ["Paris lies on the Seine.[1]", ["1: It lies on the Seine."]],
    ["It has a tower, the Eiffel Tower[1].", ["1: The Eiffel Tower is in Paris."]],
    [
      "The Seine flows there [1]. The Tiber flows there [2].",
      ["1: It lies on the Seine.", "2: The Tiber flows through it."],
    ],
    [
      "The Seine flows there. [1] The Tiber flows there. [2]",
      ["1: It lies on the Seine.", "2: The Tiber flows through it."],
    ],
    ["塞纳河流过这座城市【3】。", ["3: 塞纳河流过巴黎。"]],
    ["它是法国的首都。[3]", ["3: 巴黎是法国的首都。"]],
  ])("%s", (answer, citations) => {
    expect(citedIn(answer)).toEqual(citations);
    expect(cite(answer, EVIDENCE, plainWords).text).toBe(answer);
  });

  it.each([
    "[1][2]",
    "[1] [2]",
    "[1, 2]",
    "[1], [2]",
    "[1] and [2]",
    "[1]和[2]",
    "[1-2]",
    "([1]; [2])",
  ])("for marks that follow one another: %s", (marks) => {
    expect(citedIn(`It is the capital ${marks}.`)).toEqual([
      "1: Paris is the capital of France.",
      "2: Rome is the capital of Italy.",
    ]);
  });

  it("the whole passage where no sentence says it, and where there is no statement", () => {
    expect(citedIn("Zebras graze [4].")).toEqual([`4: ${TEXTS[3]}`]);
    expect(citedIn("[1] Paris.")).toEqual([`1: ${TEXTS[0]}`]);
  });

  it("each once", () => {
    expect(citedIn("Berlin is large [4]. Large is Berlin [4].")).toEqual(["4: Berlin is large."]);
  });
});

describe("drops numbers that no passage has, and tells", () => {
  it.each([
    ["Paris [9].", "Paris."],
    ["Paris [1, 9] is.", "Paris [1] is."],
    ["Paris[1][9].", "Paris[1]."],
    ["Paris【9，1】。", "Paris[1]。"],
    ["[9]", ""],
    ["a [9] b", "a b"],
    ["a [999] b", "a b"],
    ["a [1, 2024] b", "a [1] b"],
  ])("%s", (answer, kept) => {
    const { text, notes } = cite(answer, EVIDENCE, plainWords);
    expect(text).toBe(kept);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^The answer cites \[(9|999|2024)\], which no passage has; dropped\.$/,
    );
  });

  it("at most five by name", () => {
    const { notes } = cite("a [11, 12, 13, 14, 15, 16, 17]", EVIDENCE, plainWords);
    expect(notes).toEqual([
      "The answer cites [11] [12] [13] [14] [15] and 2 more, which no passage has; dropped.",
    ]);
  });

  it("of a range only those", () => {
    const { text, citations, notes } = cite("Large cities [4-7].", EVIDENCE, plainWords);
    expect(text).toBe("Large cities [4, 5].");
    expect(citations.map(({ number }) => number)).toEqual([4, 5]);
    expect(notes).toEqual(["The answer cites [6] [7], which no passage has; dropped."]);
  });
});

it.each([
  "It was built in [2024] and [1999-2004].",
  "let x = a[0] + b[0];",
  "`a[9]` and ```b[1]```",
  "[1](https://example.org) and a (1902)",
  "x in [0, 1]",
  "No marks at all.",
])("leaves what is text: %s", (answer) => {
  expect(cite(answer, EVIDENCE, plainWords)).toEqual({ text: answer, citations: [], notes: [] });
});

it("writes ranges out, so that each number it cites stands in the text", () => {
  expect(cite("Cities [1-3, 5].", EVIDENCE, plainWords).text).toBe("Cities [1, 2, 3, 5].");
});

it("takes a number of four digits for a passage's where there is one", () => {
  const [one] = evidenceOf(["A text."]);
  const { citations } = cite("A text [2024].", [{ ...one!, number: 2024 }], plainWords);
  expect(citations.map(({ number }) => number)).toEqual([2024]);
});

describe("where the passage is a part of a file", () => {
  const file = `${"早 👩 Preface.\n\n".repeat(3)}${TEXTS[0]}\n\nThe end.`;
  const start = file.indexOf("Paris is");
  const metadata = { source: "a/b.md", start, end: start + TEXTS[0]!.length };

  it("points to the same characters there", () => {
    const { citations } = cite("On the Seine [1].", evidenceOf([TEXTS[0]!], metadata), plainWords);
    const [{ source, sourceSpan, passageId }] = citations as [(typeof citations)[0]];
    expect([source, passageId]).toEqual(["a/b.md", "p1"]);
    expect(file.slice(sourceSpan?.start, sourceSpan?.end)).toBe("It lies on the Seine.");
  });

  it("names the lines of the file where the passage's own line is known", () => {
    const lines = `${TEXTS[3]}\n\n${TEXTS[0]}\nThe end.`;
    const at = { source: "a/b.md", start: 0, end: lines.length, line: 7 };
    const { citations } = cite("The Seine [1]. The end [1].", evidenceOf([lines], at), plainWords);
    expect(citations.map(({ sourceLines }) => sourceLines)).toEqual([
      { first: 9, last: 9 },
      { first: 10, last: 10 },
    ]);
  });

  it("cites the same characters of a passage that repeats a head of its file", () => {
    const head = "| year | name |\n";
    const row = "| 1840 | Petrel |";
    const at = { source: "a.md", start: 100, end: 100 + row.length, repeated: head.length };
    const { citations } = cite("Petrel [1].", evidenceOf([head + row], at), plainWords);
    const [{ start, end, sourceSpan }] = citations as [(typeof citations)[0]];
    expect((head + row).slice(start, end)).toContain("Petrel");
    expect(sourceSpan).toEqual({ start: 100 + start - head.length, end: 100 + end - head.length });
  });

  it.each([{ source: 1, start: "0", end: 5 }, { start: 0, end: 7 }, { start: 0 }, {}])(
    "says nothing where that is not known: %j",
    (wrong) => {
      const { citations } = cite("Paris [1].", evidenceOf([TEXTS[0]!], wrong), plainWords);
      expect(citations[0]).toEqual({ number: 1, passageId: "p1", start: 54, end: 83 });
    },
  );
});

describe("quotes", () => {
  it("are cited as they are, each once", () => {
    const quote = { number: 1, start: 0, end: 5 };
    expect(citedQuotes([quote, quote, { ...quote, end: 6 }], EVIDENCE)).toEqual({
      citations: [
        { number: 1, passageId: "p1", start: 0, end: 5 },
        { number: 1, passageId: "p1", start: 0, end: 6 },
      ],
      notes: [],
    });
  });

  it.each([
    [-1, 5],
    [5, 4],
    [0, 1000],
    [0.5, 3],
    [Number.NaN, 3],
    ["0", 3],
    [0, undefined],
  ])("of %s to %s are left out and told", (start, end) => {
    const quote = { number: 1, start, end } as { number: number; start: number; end: number };
    expect(citedQuotes([quote], EVIDENCE)).toEqual({
      citations: [],
      notes: ["1 quotes reach outside their passages; dropped."],
    });
  });

  it("of unknown passages are left out and told", () => {
    const { citations, notes } = citedQuotes([{ number: 9, start: 0, end: 1 }], EVIDENCE);
    expect(citations).toEqual([]);
    expect(notes).toEqual(["The answer cites [9], which no passage has; dropped."]);
  });
});

it("keeps spans inside the passage and of the file, and loses nothing but marks", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "[1]",
      "[2, 3]",
      "[7]",
      "[1-9]",
      "[2024]",
      "【3】",
      " ",
      ". ",
      "。",
      "`",
      "the capital ",
    ),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  );
  const text = fc.oneof(
    fc.constantFrom(...oddTexts),
    fc.string({ unit: "grapheme", maxLength: 80 }),
  );
  const before = fc.string({ unit: "grapheme", maxLength: 5 });
  fc.assert(
    fc.property(
      fc.array(piece),
      fc.array(text, { maxLength: 4 }),
      before,
      (pieces, texts, head) => {
        const evidence = texts.map((each, i) => ({
          ...evidenceOf([each])[0]!,
          number: i + 1,
          found: foundText(`p${i}`, each, {
            source: "f",
            start: head.length,
            end: head.length + each.length,
          }),
        }));
        const answer = pieces.join("");
        const cited = cite(answer, evidence, plainWords);
        for (const { number, start, end, sourceSpan } of cited.citations) {
          const passage = texts[number - 1] as string;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(passage.length);
          const file = `${head}${passage}`;
          expect(file.slice(sourceSpan?.start, sourceSpan?.end)).toBe(passage.slice(start, end));
        }
        const letters = (said: string): string => said.replace(/[^\p{L}]/gu, "");
        expect(letters(cited.text)).toBe(letters(answer));
      },
    ),
    { numRuns: 500 },
  );
});

describe("a long answer", () => {
  it("may have marks everywhere, and cite a passage of a megabyte", () => {
    const evidence = evidenceOf([TEXTS[0]!.repeat(12_000), ...TEXTS]);
    expect(cite("Seine [1][2][3]. ".repeat(20), evidence, plainWords).notes).toEqual([]);
    expect(cite("The Seine [2][3, 4]. ".repeat(5000), evidence, plainWords).notes).toEqual([]);
  });

  it("with thousands of marks on thousands of sentences is compared as far as that is bounded", () => {
    const passage = Array.from({ length: 5000 }, (_, i) => `The Seine has bridge ${i}. `).join("");
    const answer = Array.from({ length: 5000 }, (_, i) => `The Seine has bridge ${i} [1]. `).join(
      "",
    );
    const { citations, notes } = cite(answer, evidenceOf([passage]), plainWords);
    expect(notes).toEqual(["The answer has too many citations: some are of whole passages."]);
    const said = citations.map(({ start, end }) => passage.slice(start, end));
    expect(said.slice(0, 2)).toEqual(["The Seine has bridge 0.", "The Seine has bridge 1."]);
  });
});

describe("a mark of another form", () => {
  it.each([
    ["It lies on the Seine [passage 1].", "It lies on the Seine [1]."],
    ["It lies on the Seine (source 1).", "It lies on the Seine [1]."],
    ["It lies on the Seine【1†source】.", "It lies on the Seine[1]."],
    ["It lies on the Seine [^1].", "It lies on the Seine [1]."],
    ["It lies on the Seine [[1]].", "It lies on the Seine [1]."],
    ["It lies on the Seine [doc 1].", "It lies on the Seine [1]."],
    ["It lies on the Seine¹.", "It lies on the Seine [1]."],
    ["It lies on the Seine<sup>1</sup>.", "It lies on the Seine[1]."],
    ["It lies on the Seine [Quelle 1].", "It lies on the Seine [1]."],
  ])("cites, and becomes a plain one: %s", (answer, text) => {
    const cited = cite(answer, EVIDENCE, plainWords);
    expect(cited).toMatchObject({ text, notes: [] });
    expect(cited.citations).toMatchObject([{ number: 1, start: 32, end: 53 }]);
  });

  it.each([
    ["Paris 【4:0†source】.", '"【4:0†source】"'],
    ["Paris [source: france.md].", '"[source: france.md]"'],
    ["Paris (document 12), of old.", '"(document 12)"'],
    ["Paris [passage A] [ref 77].", '"[passage A]", "[ref 77]"'],
  ])("is left in the text and noted where it names no passage: %s", (answer, named) => {
    expect(cite(answer, EVIDENCE, plainWords)).toEqual({
      text: answer,
      citations: [],
      notes: [`Not understood as citations of passages: ${named}.`],
    });
  });

  it.each([
    ["Paris (1)", "(1)"],
    ["Paris {2}", "{2}"],
    ["Paris [S1]", "[S1]"],
    ["Paris <1>", "<1>"],
    ["As passage 3 says, Paris.", "passage 3"],
  ])("is noted where nothing else cites: %s", (answer, named) => {
    expect(cite(answer, EVIDENCE, plainWords)).toEqual({
      text: answer,
      citations: [],
      notes: [`The answer cites no passage; "${named}" was not understood as a citation.`],
    });
  });

  it.each(["Paris (1902)", "`f(1)` is Paris", "Paris² and 3 km²", "Passage 30 of it", "x (9)"])(
    "is none where no passage can be meant: %s",
    (answer) => expect(cite(answer, EVIDENCE, plainWords).notes).toEqual([]),
  );
});

it("gives code its brackets back that were set apart in a passage", () => {
  const { text } = cite("Call `a⟦1⟧`, then ⟦2⟧ [1].", EVIDENCE, plainWords);
  expect(text).toBe("Call `a[1]`, then ⟦2⟧ [1].");
});
